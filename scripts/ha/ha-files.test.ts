import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOnPath, run } from '../processes.ts'
import { fill, renderNode } from './render.ts'

const dir = mkdtempSync(join(tmpdir(), 'ats-ha-files-'))
const settings = {
  ...{ HOST_1: '127.0.1.1', HOST_2: '127.0.1.2', HOST_3: '127.0.1.3', NETWORK: '127.0.1.0/24' },
  ...{ SUPERUSER_PASSWORD: 's', REPLICATION_PASSWORD: 'r', APP_PASSWORD: 'a', NATS_PASSWORD: 'n' },
}
const file = (node: number, name: string) => join(dir, `${node}`, name)
const read = (node: number, name: string) => readFileSync(file(node, name), 'utf8')

beforeAll(async () => {
  for (const NODE of ['1', '2', '3']) await renderNode({ ...settings, NODE }, join(dir, NODE))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('each node gets files of its own without a name left open', () => {
  for (const node of [1, 2, 3])
    for (const name of readdirSync(join(dir, `${node}`))) expect(read(node, name)).not.toMatch(/\$\{[A-Z]/)
  expect(read(2, 'patroni.yaml')).toContain('connect_address: 127.0.1.2:5432')
  expect(read(3, 'etcd.env')).toContain('ETCD_LISTEN_CLIENT_URLS=http://127.0.1.3:2379')
  expect(read(1, 'haproxy.cfg')).toBe(read(2, 'haproxy.cfg'))
})

test('every missing setting is named at once', () => {
  expect(() => fill(['ONE', 'TWO', 'THREE'].map((name) => `\${${name}}`).join(), { TWO: '2' })).toThrow(
    'These settings are missing: ONE, THREE',
  )
})

test.skipIf(findOnPath('haproxy') === null)('HAProxy takes its file', async () => {
  await run('haproxy', ['-c', '-f', file(1, 'haproxy.cfg')])
})

test.skipIf(findOnPath('patroni') === null)(
  'Patroni finds nothing but the other servers missing',
  async () => {
    const complaints = await run('patroni', ['--validate-config', file(1, 'patroni.yaml')]).catch(
      (error: Error) => error.message,
    )
    const about = complaints.split('\n').filter((line) => / (didn't|is not defined)/.test(line))
    // PostgreSQL takes pg_hba from the other section, which this version of the check does not know.
    const expected = /is not reachable|^bootstrap\.pg_hba/
    expect(about.filter((line) => !expected.test(line))).toEqual([])
  },
)
