import { chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { newClient } from '#kernel/db/connection.ts'
import { version } from '#kernel/version.ts'
import { testApp } from '#test/app.ts'
import { startApi } from '#test/processes.ts'
import { freePort, run } from '../../../scripts/processes.ts'
import { findNats, startNats } from '../../../scripts/readers/nats.ts'
import { root } from '../../../scripts/sources.ts'
import { backUpFiles, filesOnDisk } from './backup-files.ts'
import { examine } from './doctor.ts'
import { writeManifest } from './manifest.ts'

const t = await testApp()
await keepReadDays(t.db, t.config.readDays)
const folder = await mkdtemp(join(tmpdir(), 'ats-broken-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A proxy that names the client, or forgets to. */
async function proxyTo(port: number, isNamed: boolean) {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, ...(isNamed && { 'x-forwarded-for': '192.0.2.7' }) }
    const onward = request({ port, path: incoming.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function newBackup() {
  const path = join(folder, new Date().toISOString().slice(0, 19).replaceAll(':', '-'))
  await mkdir(join(t.config.dataDir, 'images/0f'), { recursive: true })
  await writeFile(join(t.config.dataDir, 'images/0f/0f.webp'), 'a picture')
  await mkdir(path, { recursive: true })
  const { files } = await backUpFiles(filesOnDisk(t.config.dataDir), path)
  const database = { kind: 'pgbackrest', stanza: 'ats', label: 'one' } as const
  await writeManifest(path, { format: 1, madeAt: new Date().toISOString(), database, files })
  return path
}

type Found = { check: string; state: string; detail: string }

/** A whole installation: an API server behind a proxy, and settings for both. */
async function installation(more: Record<string, string> = {}) {
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await writeFile(join(web, 'index.html'), '<script type="module" src="/assets/app.js"></script>')
  await writeFile(join(web, 'scan.html'), '<title></title>')
  await writeFile(join(web, 'assets/app.js'), '')
  const settings = { WEB_DIR: web, TRUST_PROXY: 'true', ...more }
  const { port, process: child } = await startApi(t, settings)
  const variables: Record<string, string> = {
    ...{ DATABASE_URL: t.config.databaseUrl, DATA_DIR: t.config.dataDir, SECRET: t.config.secret },
    ...{ ORIGIN: await proxyTo(port, true), PORT: `${port}`, NODE_ENV: 'production', BACKUP_DIR: folder },
    ...settings,
  }
  const problems = async (changed: Record<string, string> = {}) => {
    const findings: Found[] = await examine({ ...variables, ...changed })
    // Tests may run as root, on a PostgreSQL without fsync, without a worker and a mail server.
    const always = ['settings', 'user', 'durability', 'pg_dump', 'workers', 'seals', 'mail']
    return findings.filter(({ check, state }) => state !== 'ok' && !always.includes(check))
  }
  const said = async (check: string, changed: Record<string, string> = {}) =>
    (await problems(changed)).find((one) => one.check === check)?.detail
  return { variables, port, child, problems, said }
}

test('each breakage of an installation is named in a sentence', async () => {
  const whole = await installation()
  const backup = await newBackup()
  const { said, problems, port } = whole
  await expect.poll(() => problems(), { timeout: 20_000 }).toEqual([])

  const nobody = await freePort()
  expect(await said('api', { PORT: `${nobody}` })).toContain('no API server responds')

  const other = 'another-installation-'.repeat(2)
  expect(await said('secret', { SECRET: other })).toContain('not the one that this installation began with')
  expect(await said('api', { SECRET: other })).toContain('has another SECRET')

  const stranger = createServer((_, response) => response.end('{"status":"ok"}'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  expect(await said('origin', { ORIGIN: elsewhere })).toContain('ORIGIN leads elsewhere')
  expect(await said('origin', { ORIGIN: 'https://nowhere.invalid' })).toContain('check ORIGIN')

  expect(await said('origin', { TRUST_PROXY: 'false' })).toContain('all people count as one address')
  expect(await said('origin', { ORIGIN: await proxyTo(port, false) })).toContain('carry no X-Forwarded-For')
  const https = { ORIGIN: 'https://nowhere.invalid', TRUST_PROXY: 'false' }
  expect(await said('proxy', https)).toContain('ORIGIN is https, so there is a proxy')

  expect(await said('web', { WEB_DIR: folder })).toContain('WEB_DIR holds no built web app')
  await rm(join(whole.variables.WEB_DIR ?? '', 'assets/app.js'))
  expect(await said('web')).toContain('assets/app.js is missing')

  expect(await said('files', { DATA_DIR: join(folder, 'missing') })).toContain('does not exist')
  expect(await readdir(folder)).not.toContain('missing')

  expect(await said('database', { DATABASE_URL: `postgres://ats@127.0.0.1:${nobody}/ats` })).toContain(
    'ECONNREFUSED',
  )

  await writeFile(join(backup, 'files/images/0f/0f.webp'), 'another picture')
  expect(await said('backup checksums')).toContain('files/images/0f/0f.webp has another SHA-256')
  await rm(join(backup, 'files.sha256'))
  expect(await said('backup checksums')).toContain('files.sha256 is missing')
}, 120_000)

test('a process of another version is named', async () => {
  const { said } = await installation()
  const client = newClient(t.config.databaseUrl, 'ats worker 0.0.9')
  await client.connect()
  onTestFinished(() => client.end())
  expect(await said('versions')).toBe(`this program is ${version}, but these run: worker 0.0.9; restart them`)
})

test.skipIf((await findNats()) === null)('NATS that does not wait for its disk is named', async () => {
  const nats = await startNats({ sync: 'sometimes' })
  onTestFinished(() => nats.stop())
  const { said } = await installation()
  const log = { NATS_URL: nats.url, NATS_MONITOR_URL: nats.monitor }
  expect(await said('nats', log)).toContain('writes to its disk only now and then')
})

test.skipIf(process.getuid?.() !== 0)('another user than that of the service is named', async () => {
  const dataDir = join(folder, 'owned')
  await cp(t.config.dataDir, dataDir, { recursive: true })
  await chown(dataDir, 4711, 4711)
  const findings = await examine({
    ...{ DATABASE_URL: t.config.databaseUrl, DATA_DIR: dataDir, SECRET: t.config.secret },
    ORIGIN: 'http://ats.test',
  })
  expect(findings.find(({ check }) => check === 'user')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining("run it as the service's user"),
  })
})

test('the program says which version it is', async () => {
  const said = await run(process.execPath, ['server/src/main.ts', '--version'], { cwd: root })
  expect(said.trim()).toBe(version)
})
