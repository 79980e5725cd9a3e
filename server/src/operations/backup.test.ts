import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newClient } from '#kernel/db/connection.ts'
import { testApp, testPassword } from '#test/app.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { backUp } from './backup.ts'
import { filesOnDisk } from './backup-files.ts'
import { takeFingerprints } from './fingerprints.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { postgresTool } from './postgres-tools.ts'
import { filesToDisk, restore } from './restore.ts'

const t = await testApp()
const { dataDir } = t.config
const person = await t.person({ role: 'Admin' })
const folder = await mkdtemp(join(tmpdir(), 'ats-backups-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const [{ major } = { major: 0 }] = await onDatabase<{ major: number }>(
  t.ownerUrl,
  `select current_setting('server_version_num')::int / 10000 as major`,
)
/** The PostgreSQL from npm has no tools, and older tools refuse a newer server. */
const hasTools = await postgresTool('pg_dump', major).then(
  () => true,
  () => false,
)

const postgres = (() => {
  const url = new URL(t.ownerUrl)
  url.pathname = '/postgres'
  return url.href
})()
const name = new URL(t.ownerUrl).pathname.slice(1)

const plan = { databaseUrl: t.ownerUrl, source: filesOnDisk(dataDir), folder }
const restoring = (backup: string, more: { verify?: boolean; drill?: boolean } = {}) =>
  restore({
    ...{ folder: backup, databaseUrl: t.ownerUrl, target: filesToDisk(dataDir), verify: true, drill: false },
    ...more,
  })

async function fingerprints() {
  const client = newClient(t.ownerUrl, 'test')
  await client.connect()
  const {
    'jobs.version': _,
    'public.sessions': __,
    ...taken
  } = await takeFingerprints(client).finally(() => client.end())
  // The queue stores in its version when it was last maintained, at unpredictable moments. Sessions end.
  return taken
}

const addBrand = (brand: string) => t.asOwner(`insert into brands (name) values ('${brand}')`)
const brands = async () =>
  (await onDatabase<{ name: string }>(t.ownerUrl, 'select name from brands order by name')).map(
    (row) => row.name,
  )
const databases = async () =>
  (
    await onDatabase<{ datname: string }>(
      postgres,
      `select datname from pg_database where datname like '${name}%'`,
    )
  )
    .map(({ datname }) => datname)
    .sort()

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
})

describe.skipIf(!hasTools)('a backup', () => {
  test('brings back rows, files and sign-ins after everything was wiped, under a running api', async () => {
    const picture = await t.store.put(Buffer.from('a picture'), 'webp')
    await addBrand('Kept')
    const before = await fingerprints()
    const made = await backUp(plan)
    expect(made).toMatchObject({ files: 1, removed: [] })

    await onDatabase(postgres, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir)
    expect(
      (await t.call(null, sessions.login, { body: { email: person.email, password: testPassword } })).status,
    ).toBe(503)
    const report = await restoring(made.folder)
    expect(report).toEqual({ rows: made.rows, files: 1, archived: [] })

    expect(await fingerprints()).toEqual(before)
    expect((await t.store.get(picture))?.toString()).toBe('a picture')
    const answer = await t.call(null, sessions.login, {
      body: { email: person.email, password: testPassword },
    })
    expect(answer.status).toBe(200)
  })

  test('takes the place of a database in use, which stays under another name', async () => {
    const { folder: made } = await backUp(plan)
    await addBrand('Too late')
    const report = await restoring(made)
    expect(report.formerDatabase).toMatch(new RegExp(`^${name}_before_\\d+$`))
    expect(report.formerFiles).toContain('.before-')
    expect(await brands()).not.toContain('Too late')
    const former = new URL(t.ownerUrl)
    former.pathname = `/${report.formerDatabase}`
    const left = await onDatabase(former.href, `select from brands where name = 'Too late'`)
    expect(left).toHaveLength(1)
    // The program's rights are as before: it reads, and cannot rewrite the ledger.
    await expect(t.db.deleteFrom('events').execute()).rejects.toThrow('permission denied')
    await onDatabase(postgres, `drop database ${report.formerDatabase}`)
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    let isWriting = true
    const writing = (async () => {
      for (let at = 0; isWriting; at += 1) await addBrand(`Meanwhile ${at}`)
    })()
    const { folder: made, rows } = await backUp(plan).finally(() => {
      isWriting = false
    })
    await writing
    expect(await restoring(made, { drill: true })).toMatchObject({ rows })
  })

  test('says which rows are in archives, and not in it', async () => {
    await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
      values ('events', 'events_2020_03', '2020-03-01Z', '2020-04-01Z', 1, 'events_2020_03.csv.zst', '')`)
    const { folder: made } = await backUp(plan)
    const { archived } = await restoring(made, { drill: true })
    const last = { before: '2020-04-01T00:00:00Z', file: 'events_2020_03.csv.zst' }
    expect(archived).toEqual([{ of: 'events', after: null, ...last, files: 1 }])
    await t.asOwner('delete from archives')
  })

  test('is tried without changing anything', async () => {
    const { folder: made } = await backUp(plan)
    await addBrand('Later')
    const before = await databases()
    await restoring(made, { drill: true })
    expect(await brands()).toContain('Later')
    expect(await databases()).toEqual(before)
    expect((await readdir(dataDir)).filter((entry) => entry.startsWith('.restored'))).toEqual([])
  })

  test('lists its files as sha256sum does, and leaves out what is being written', async () => {
    const picture = await t.store.put(Buffer.from('listed'), 'webp')
    await writeFile(join(dataDir, 'images', 'half.webp.part'), 'half')
    const { folder: made } = await backUp(plan)
    const list = await readFile(join(made, 'files.sha256'), 'utf8')
    const sha256 = createHash('sha256').update('listed').digest('hex')
    expect(list).toContain(`${sha256}  files/images/${picture.slice(0, 2)}/${picture}\n`)
    expect(list).not.toContain('.part')
  })

  test('that was spoiled is refused before anything is touched', async () => {
    await t.store.put(Buffer.from('to be spoiled'), 'webp')
    const { folder: made } = await backUp(plan)
    await appendFile(join(made, 'database', 'toc.dat'), 'x')
    const before = await databases()
    await expect(restoring(made)).rejects.toThrow('database/toc.dat has another SHA-256')
    expect(await databases()).toEqual(before)
  })

  test('with a file that is missing, or another, is refused', async () => {
    await addBrand('Still here')
    const { folder: made } = await backUp(plan)
    const list = join(made, 'files.sha256')
    const [first = ''] = (await readFile(list, 'utf8')).split('\n')
    await appendFile(join(made, first.slice(66)), 'x')
    await expect(restoring(made)).rejects.toThrow('has another SHA-256')
    await rm(join(made, first.slice(66)))
    await expect(restoring(made)).rejects.toThrow('is missing')
    expect(await brands()).toContain('Still here')
  })

  test('whose rows come back otherwise than they were counted is refused', async () => {
    const { folder: made } = await backUp(plan)
    const manifest = await readManifest(made)
    if (manifest.database.kind !== 'pg_dump') throw new Error('a dump')
    const { tables } = manifest.database
    const roles = tables['public.roles'] ?? { rows: 0, checksum: '' }
    tables['public.roles'] = { ...roles, checksum: '1' }
    tables['public.users'] = { rows: 4711, checksum: '1' }
    await writeManifest(made, manifest)
    const before = await databases()
    await expect(restoring(made)).rejects.toThrow(
      /public\.roles holds other values than before, public\.users has \d+ rows instead of 4711/,
    )
    expect(await databases()).toEqual(before)
  })

  test('of a newer program is refused', async () => {
    const { folder: made } = await backUp(plan)
    const manifest = await readManifest(made)
    if (manifest.database.kind !== 'pg_dump') throw new Error('a dump')
    manifest.database.migrations.push('999_from_tomorrow.sql')
    await writeManifest(made, manifest)
    await expect(restoring(made)).rejects.toThrow('of a newer program: it already has 999_from_tomorrow.sql')
  })

  test('whose list leads out of its folder is refused', async () => {
    const { folder: made } = await backUp(plan)
    const manifest = await readManifest(made)
    const list = `${'0'.repeat(64)}  files/images/../../../etc/passwd\n`
    await writeFile(join(made, 'files.sha256'), list)
    manifest.files.list.sha256 = createHash('sha256').update(list).digest('hex')
    await writeManifest(made, manifest)
    await expect(restoring(made)).rejects.toThrow('a line that cannot be read')
  })

  test('is restored by somebody who may create databases', async () => {
    const { folder: made } = await backUp(plan)
    const url = new URL(t.ownerUrl)
    url.username = 'ats_app'
    const asProgram = restore({
      ...{ folder: made, databaseUrl: url.href, target: filesToDisk(dataDir), verify: true, drill: true },
    })
    await expect(asProgram).rejects.toThrow('alter role … createdb')
  })

  test('makes room for itself', async () => {
    for (const old of ['2020-01-01T00-00-00', '2020-01-02T00-00-00', '2020-01-03T00-00-00.part'])
      await mkdir(join(folder, old))
    const { folder: made, removed } = await backUp({ ...plan, keep: 2 })
    expect(removed).toEqual(['2020-01-01T00-00-00'])
    expect((await readdir(folder)).sort()).toEqual(['2020-01-02T00-00-00', made.slice(folder.length + 1)])
  })

  test('that fails leaves nothing behind', async () => {
    const broken = backUp({ ...plan, stanza: 'nobody-made-this' })
    await expect(broken).rejects.toThrow('pgbackrest')
    expect(await readdir(folder)).toEqual([])
  })
})

test('a folder without a manifest is no backup', async () => {
  await expect(restoring(folder)).rejects.toThrow('holds no whole backup')
})
