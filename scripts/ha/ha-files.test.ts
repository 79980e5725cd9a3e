import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOnPath, run } from '../processes.ts'
import { makeCertificates } from './certificates.ts'
import { fill, renderNode } from './render.ts'

const dir = mkdtempSync(join(tmpdir(), 'ats-ha-files-'))
const settings = {
  ...{ HOST_1: '127.0.1.1', HOST_2: '127.0.1.2', HOST_3: '127.0.1.3', NETWORK: '127.0.1.0/24' },
  ...{ SUPERUSER_PASSWORD: 's', REPLICATION_PASSWORD: 'r', APP_PASSWORD: 'a', NATS_PASSWORD: 'n' },
  REST_PASSWORD: 'p',
}
const shared = { ...settings, REPO_FOLDER: '/mnt/backups' }
const file = (node: number, name: string) => join(dir, `${node}`, name)
const read = (node: number, name: string) => readFileSync(file(node, name), 'utf8')

beforeAll(async () => {
  for (const NODE of ['1', '2', '3']) {
    await renderNode({ ...shared, NODE }, join(dir, NODE))
    await makeCertificates(shared, join(dir, 'certificates'))
    const own = { 'ca.pem': 'ca.pem', 'node.pem': `node-${NODE}.pem`, 'node-key.pem': `node-${NODE}-key.pem` }
    for (const [to, from] of Object.entries(own))
      copyFileSync(join(dir, 'certificates', from), join(dir, NODE, to))
  }
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('each node gets files of its own without a name left open', () => {
  for (const node of [1, 2, 3])
    for (const name of readdirSync(join(dir, `${node}`))) expect(read(node, name)).not.toMatch(/\$\{[A-Z]/)
  expect(read(2, 'patroni.yaml')).toContain('connect_address: 127.0.1.2:5432')
  expect(read(3, 'etcd.env')).toContain('ETCD_LISTEN_CLIENT_URLS=https://127.0.1.3:2379')
  const withoutFolder = (node: number) => read(node, 'haproxy.cfg').replaceAll(join(dir, `${node}`), '')
  expect(withoutFolder(1)).toBe(withoutFolder(2))
})

test('every missing setting is named at once', () => {
  expect(() => fill(['ONE', 'TWO', 'THREE'].map((name) => `\${${name}}`).join(), { TWO: '2' })).toThrow(
    'These settings are missing: ONE, THREE',
  )
})

test('an empty setting is as missing as one that is not there', () => {
  expect(() => fill(`\${REST_PASSWORD}`, { REST_PASSWORD: '' })).toThrow('missing: REST_PASSWORD')
})

test('without a repository that all servers share nothing is written', async () => {
  const folder = join(dir, 'without')
  await expect(renderNode({ ...settings, NODE: '1' }, folder)).rejects.toThrow(
    /^Backups need a repository that all three servers reach.*REPO_S3_BUCKET.*REPO_HOST.*REPO_FOLDER/s,
  )
  expect(existsSync(folder)).toBe(false)
})

test('the log alone needs no repository', async () => {
  const folder = join(dir, 'log')
  await renderNode({ ...settings, NODE: '1' }, folder, ['nats.conf'])
  expect(readFileSync(join(folder, 'nats.conf'), 'utf8')).toContain('sync_interval: always')
})

const bucket = {
  ...{
    REPO_S3_BUCKET: 'backups',
    REPO_S3_ENDPOINT: 's3.example.com',
    REPO_S3_KEY: 'k',
    REPO_S3_KEY_SECRET: 's',
  },
}

test.each([
  [bucket, ['repo1-type=s3', 'repo1-s3-bucket=backups', 'repo1-s3-region=us-east-1']],
  [{ REPO_HOST: '10.0.0.20' }, ['repo1-host=10.0.0.20', 'repo1-host-type=tls']],
])('a repository in a bucket or on a server of its own: %o', async (repository, lines) => {
  const folder = join(dir, 'other')
  await renderNode({ ...settings, ...repository, NODE: '1' }, folder, ['pgbackrest.conf'])
  for (const line of lines)
    expect(readFileSync(join(folder, 'pgbackrest.conf'), 'utf8').split('\n')).toContain(line)
})

test('a change needs a password at Patroni and a certificate at etcd, and HAProxy is not root', () => {
  const patroni = parse(read(1, 'patroni.yaml')) as { restapi: object; etcd3: object }
  expect(patroni.restapi).toMatchObject({
    authentication: { username: 'patroni', password: 'p' },
    allowlist: ['127.0.1.1', '127.0.1.2', '127.0.1.3'],
    certfile: file(1, 'node.pem'),
  })
  expect(patroni.etcd3).toMatchObject({ protocol: 'https', cert: file(1, 'node.pem') })
  const etcd = parseEnv(read(1, 'etcd.env'))
  expect(etcd).toMatchObject({ ETCD_CLIENT_CERT_AUTH: 'true', ETCD_PEER_CLIENT_CERT_AUTH: 'true' })
  expect(JSON.stringify(etcd)).not.toContain('http:')
  expect(read(1, 'haproxy.cfg')).toMatch(/^ {2}user haproxy\n {2}group haproxy$/m)
})

test('a certificate of the authority is for its own server alone', async () => {
  const verify = (...words: string[]) =>
    run('openssl', ['verify', '-CAfile', file(2, 'ca.pem'), ...words, file(2, 'node.pem')])
  await verify('-verify_ip', '127.0.1.2', '-purpose', 'sslserver')
  await verify('-purpose', 'sslclient')
  await expect(verify('-verify_ip', '127.0.1.3')).rejects.toThrow('IP address mismatch')
})

test('the backup runs with the configuration that is rendered', () => {
  expect(read(1, 'ats-backup.service')).toContain(`PGBACKREST_CONFIG=${file(1, 'pgbackrest.conf')}\n`)
  expect(read(1, 'patroni.yaml')).toContain(`--config=${file(1, 'pgbackrest.conf')} --stanza=ats`)
})

test.skipIf(findOnPath('nft') === null)('nft takes the firewall', async () => {
  // The check needs the kernel's nftables, which a container may lack: then only the syntax is checked.
  const said = await run('nft', ['-c', '-f', file(1, 'nftables.conf')]).catch((error: Error) => error.message)
  expect(said).not.toMatch(/syntax error|Could not resolve|conflicting/)
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
    // PostgreSQL takes pg_hba from the other section, which this version of the validator does not know.
    const expected = /is not reachable|^bootstrap\.pg_hba/
    expect(about.filter((line) => !expected.test(line))).toEqual([])
  },
)
