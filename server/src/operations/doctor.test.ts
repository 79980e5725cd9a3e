import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { mailServer } from '#test/mail-server.ts'
import { startPart } from '#test/processes.ts'
import { eventually, freePort, run } from '../../../scripts/processes.ts'
import { root } from '../../../scripts/sources.ts'
import { writePart } from './archive-files.ts'
import { openArchives } from './archive-store.ts'
import { examine } from './doctor.ts'
import { tableOf } from './findings.ts'
import { describeFile, writeManifest } from './manifest.ts'

const t = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'ats-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = {
  ...{ DATABASE_URL: t.config.databaseUrl, DATA_DIR: t.config.dataDir, SECRET: t.config.secret },
  ...{ ORIGIN: 'https://assets.invalid', NODE_ENV: 'production', LOG_LEVEL: 'silent' },
  // Nothing listens there.
  ...{ TRUST_PROXY: 'true', PORT: `${await freePort()}` },
}

async function found(check: string, more: Record<string, string> = {}) {
  const findings = await examine({ ...environment, ...more })
  const { state, detail } = findings.find((one) => one.check === check) ?? { state: 'absent', detail: '' }
  return [state, detail]
}

async function keepBackup(madeAt: Date) {
  const stamp = madeAt.toISOString().slice(0, 19).replaceAll(':', '-')
  await mkdir(join(folder, stamp), { recursive: true })
  await writeFile(join(folder, stamp, 'files.sha256'), '')
  await writeManifest(join(folder, stamp), {
    format: 1,
    madeAt: madeAt.toISOString(),
    database: { kind: 'pgbackrest', stanza: 'ats', label: 'one' },
    files: { count: 0, bytes: 0, list: await describeFile(join(folder, stamp), 'files.sha256') },
  })
}

test('a sound installation passes every check', async () => {
  const mail = await mailServer()
  const port = await freePort()
  const sound = {
    ...environment,
    ...{
      ORIGIN: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.settings.url,
      BACKUP_DIR: folder,
      WEB_DIR: folder,
    },
    ...{ PORT: `${port}`, TRUST_PROXY: 'false' },
  }
  await writeFile(join(folder, 'index.html'), '<title></title>')
  await writeFile(join(folder, 'scan.html'), '<title></title>')
  startPart('worker', t)
  startPart('api', t, sound)
  await keepBackup(new Date())
  const isOk = async (check: string) => (await found(check, sound))[0] === 'ok'
  const isUp = async () => (await isOk('workers')) && (await isOk('seals')) && (await isOk('api'))
  await eventually(isUp, 60_000, 200)
  // The PostgreSQL of the tests runs without fsync, its tools may be older than the server, and tests may run as root.
  const elsewhere = ['durability', 'pg_dump', 'user', 'settings']
  const rest = (await examine(sound)).filter(({ check }) => !elsewhere.includes(check))
  expect(rest.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(rest.map(({ check }) => check)).toEqual([
    ...['secret', 'files', 'bucket', 'disk', 'mail', 'backups', 'backup disk', 'backup checksums'],
    ...[
      'api',
      'origin',
      'proxy',
      'web',
      'database',
      'database disk',
      'versions',
      'migrations',
      'role rights',
    ],
    ...[
      'clock',
      'connections',
      'locks',
      'workers',
      'seals',
      'months',
      'partitions',
      'old rows',
      'table sizes',
    ],
    ...['archives', 'papers', 'field indexes'],
  ])
})

test('settings that cannot be used are all named', async () => {
  const [state, detail] = await found('settings', { SECRET: 'short', DATABASE_URL: 'nowhere' })
  expect(state).toBe('failed')
  expect(detail).toContain('DATABASE_URL: must be a postgres:// address; SECRET: needs at least 32')
})

test('an installation that is not for production is warned', async () => {
  expect(await found('settings', { NODE_ENV: '', ORIGIN: 'http://x.test' })).toEqual([
    'warning',
    'NODE_ENV is not production; people reach http://x.test without TLS',
  ])
})

test('a database that is away fails every check that asks it, and no other', async () => {
  const findings = await examine({
    ...environment,
    DATABASE_URL: `postgres://ats@127.0.0.1:${await freePort()}/ats`,
  })
  const lost = findings.filter(({ state }) => state === 'failed')
  expect(lost.map(({ check }) => check)).toEqual([
    ...[
      'api',
      'database',
      'versions',
      'migrations',
      'role rights',
      'durability',
      'clock',
      'connections',
      'locks',
      'workers',
      'seals',
      'months',
      'pg_dump',
      'partitions',
      'old rows',
      'table sizes',
      'archives',
      'papers',
      'field indexes',
    ],
  ])
  expect(lost[1]?.detail).toContain('ECONNREFUSED')
})

test('PostgreSQL that does not wait for the disk breaks a promise', async () => {
  const [state, detail] = await found('durability')
  expect([state, detail]).toEqual(['failed', expect.stringContaining('fsync = off')])
})

test('migrations that are missing or unknown are named', async () => {
  await t.asOwner(`update migrations set name = '999_from_tomorrow.sql' where name like '001%'`)
  expect((await found('migrations'))[1]).toBe(
    'the database is newer than this program: 999_from_tomorrow.sql',
  )
  await t.asOwner(`delete from migrations where name like '999%'`)
  expect((await found('migrations'))[1]).toMatch(/^run migrate: 001_/)
})

test('the owner of the database can do too much', async () => {
  expect((await found('role rights', { DATABASE_URL: t.ownerUrl }))[0]).toBe('warning')
})

test('a clock that is minutes off is noticed', async () => {
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 5 * 60_000)
  const finding = await found('clock').finally(() => vi.restoreAllMocks())
  expect(finding).toEqual(['failed', expect.stringMatching(/^(299|300)\d{3} ms between/)])
})

test('a folder that is missing is noticed and not made', async () => {
  const missing = join(folder, 'missing')
  expect((await found('files', { DATA_DIR: missing }))[0]).toBe('failed')
  await expect(stat(missing)).rejects.toThrow('ENOENT')
})

test('a folder that takes no files is noticed', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect((await found('files', { DATA_DIR: file }))[0]).toBe('failed')
})

test('a mail server that does not answer is noticed, and none at all is a warning', async () => {
  const away = await found('mail', { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  expect(away).toEqual(['failed', expect.stringContaining('ECONNREFUSED')])
  expect((await found('mail'))[0]).toBe('warning')
})

test('backups that are old or missing are noticed', async () => {
  await rm(folder, { recursive: true })
  expect((await found('backups'))[0]).toBe('warning')
  expect((await found('backups', { BACKUP_DIR: folder }))[1]).toContain('holds no whole backup')
  await keepBackup(new Date(Date.now() - 30 * 60 * 60 * 1000))
  expect(await found('backups', { BACKUP_DIR: folder })).toEqual([
    'failed',
    expect.stringContaining('30.0 hours old; at most 26 are allowed'),
  ])
  expect((await found('backups', { BACKUP_DIR: folder, BACKUP_HOURS: '48' }))[0]).toBe('ok')
})

test('archives that are missing or have another size are noticed, and so is a folder that nobody named', async () => {
  expect(await found('archives')).toEqual(['ok', 'nothing is archived'])
  const [part, file] = ['events_2020_03', 'events_2020_03.csv.zst']
  await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
    values ('events', '${part}', '2020-03-01Z', '2020-04-01Z', 0, '${file}', '')`)
  expect((await found('archives'))[0]).toBe('warning')
  const inFolder = () => found('archives', { ARCHIVE_DIR: folder })
  expect((await inFolder())[1]).toContain(`There is no archive of ${part}`)
  const store = openArchives({ folder, bucket: undefined, dataDir: folder })
  if (store === undefined) throw new Error('no store')
  const described = { table: 'events', part, from: '', to: '', columns: [], rows: 0, checksum: '' }
  await writePart(store, Readable.from([]), described)
  expect(await inFolder()).toEqual(['ok', `1 files are in ${folder}`])
  await truncate(join(folder, file), 1)
  expect(await inFolder()).toEqual([
    'failed',
    expect.stringContaining(`1 of 1 archives: ${file} has 1 bytes instead of`),
  ])
  await rm(join(folder, file))
  expect(await inFolder()).toEqual(['failed', `1 of 1 archives: ${file} is missing`])
})

test('the command prints a table and ends with 1 when something is wrong', async () => {
  const doctor = run(process.execPath, ['server/src/main.ts', 'doctor'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  await expect(doctor).rejects.toThrow(/ended with 1\nsettings +ok/)
  expect(tableOf([{ check: 'a', state: 'ok', detail: 'b' }])).toBe('a  ok       b')
})
