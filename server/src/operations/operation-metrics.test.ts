import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { freePort, run } from '../../../scripts/processes.ts'
import { measureOperations } from './operation-metrics.ts'

const t = await testApp()
const day = 24 * 60 * 60

async function figures(origin: string) {
  const registry = new Registry()
  measureOperations({ ...t.config, origin }, t.db, registry)
  return (name: string) => async () => {
    const line = new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'm').exec(await registry.metrics())
    return line === null ? undefined : { labels: line[1], value: Number(line[2]) }
  }
}

test('the certificate that people meet at ORIGIN is measured, even one that no browser accepts', async () => {
  const [cert, key] = ['origin.crt', 'origin.key'].map((name) => join(t.config.dataDir, name))
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-out', `${cert}`, '-keyout', `${key}`],
  ])
  const server = createServer({ cert: await readFile(`${cert}`), key: await readFile(`${key}`) })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const figure = await figures(`https://127.0.0.1:${port}`)
  const expiry = figure('ats_certificate_expiry_timestamp_seconds')
  await expect.poll(expiry).toMatchObject({ labels: 'certificate="origin"' })
  const left = ((await expiry())?.value ?? 0) - Date.now() / 1000
  expect(left).toBeGreaterThan(1.9 * day)
  expect(left).toBeLessThanOrEqual(2 * day)
})

test('a replication slot shows what PostgreSQL keeps for it, to the role that can do less', async () => {
  await t.asOwner(`select pg_create_physical_replication_slot('unread', true)`)
  onTestFinished(async () => void (await t.asOwner(`select pg_drop_replication_slot('unread')`)))
  await t.asOwner(`create table much as select repeat('x', 1000) from generate_series(1, 2000)`)
  const figure = await figures('http://127.0.0.1')
  const kept = await figure('ats_replication_slot_retained_bytes')()
  expect(kept?.labels).toBe('slot="unread"')
  expect(kept?.value).toBeGreaterThan(1_000_000)
})
