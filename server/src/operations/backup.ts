// Why it is built this way: docs/decisions/050-backups.md

import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { newClient } from '#kernel/db/connection.ts'
import { backUpFiles, type FileSource } from './backup-files.ts'
import { rowsIn, takeFingerprints } from './fingerprints.ts'
import {
  backupsIn,
  type DumpedDatabase,
  describeFile,
  isStamp,
  type Manifest,
  stampOf,
  writeManifest,
} from './manifest.ts'
import { namedFiles, stillNamed } from './named-files.ts'
import { giveFolder, type Owner, ownerOf } from './ownership.ts'
import { postgresTool, runOnDatabase, runTool } from './postgres-tools.ts'

type BackupPlan = {
  /** Connects as the owner, who can also read the tables of imports. */
  databaseUrl: string
  source: FileSource
  /** The folder in which each backup gets its own folder. */
  folder: string
  /** If the folder of the backups is new, it gets the owner of this one. */
  dataDir?: string | undefined
  /** How many complete backups to keep; all if undefined. */
  keep?: number | undefined
  /** How many files that rows name may be missing: files that are known to be lost. */
  allowMissing?: number | undefined
  /** pgBackRest backs up the database, with this stanza. */
  stanza?: string | undefined
}

type BackupReport = { folder: string; rows: number; files: number; bytes: number; removed: string[] }

const jobs = '2'

/**
 * Dumps the database at one moment, then copies the files: files replaced in between are kept for a day
 * (`keepADay`).
 */
export async function backUp(plan: BackupPlan): Promise<BackupReport> {
  const owner = await prepareFolder(plan)
  const now = await freeMoment(plan.folder)
  const folder = join(plan.folder, stampOf(now))
  const draft = `${folder}.part`
  await mkdir(draft, { mode: 0o700 })
  try {
    const database =
      plan.stanza === undefined
        ? await dumpDatabase(plan.databaseUrl, draft)
        : await byPgBackRest(plan.stanza)
    const { files, missing } = await copyFiles(plan, draft)
    const lost = missing.length > 0 ? { missing: missing.length } : {}
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      database,
      files: { ...files, ...lost },
    }
    await writeManifest(draft, manifest)
    if (owner !== undefined) await giveFolder(draft, { ...owner, mode: 0o700 })
    await runTool('sync', ['-f', draft])
    if (missing.length > (plan.allowMissing ?? 0)) return await keepIncomplete(plan, draft, missing)
    await rename(draft, folder)
    return { folder, ...sizeOf(manifest), removed: await removeOld(plan) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** A backup's name is its second: a backup that ends within its second must not meet the next one. */
async function freeMoment(folder: string): Promise<Date> {
  const now = new Date()
  if (!(await readdir(folder)).includes(stampOf(now))) return now
  await delay(1000 - now.getMilliseconds())
  return freeMoment(folder)
}

async function copyFiles({ databaseUrl, source }: BackupPlan, draft: string) {
  const client = newClient(databaseUrl, 'ats backup')
  await client.connect()
  try {
    const { files, missing } = await backUpFiles(source, draft, namedFiles(client))
    return { files, missing: await stillNamed(client, missing) }
  } finally {
    await client.end()
  }
}

const incomplete = '.incomplete'

/**
 * A backup without some of the files is incomplete, and replaces no older one. It is kept under another name,
 * because its rows may be all there is.
 */
async function keepIncomplete(
  { folder, source }: BackupPlan,
  draft: string,
  missing: string[],
): Promise<never> {
  const kept = draft.replace(/\.part$/, incomplete)
  await removeIncomplete(folder)
  await rename(draft, kept)
  throw new Error(
    [
      `${missing.length} files that the database names are missing from ${source.place}, such as ${missing[0]}.`,
      `The rest is in ${kept}, which does not count as a backup.`,
      'Check that DATA_DIR, or S3_URL and its keys, are those of the api.',
      `Where the files are lost for good, say so: --allow-missing ${missing.length}`,
    ].join(' '),
  )
}

async function removeIncomplete(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(incomplete))
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Root may make one backup and the nightly service the next: root's backups belong to the owner of the
 * folder, so that the service can delete them later.
 */
async function prepareFolder({ folder, dataDir }: BackupPlan): Promise<Owner | undefined> {
  const owner = (await ownerOf(folder)) ?? (dataDir === undefined ? undefined : await ownerOf(dataDir))
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && owner !== undefined) await giveFolder(folder, { ...owner, mode: 0o700 })
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw new Error(`${folder} cannot be written to. ${ownerHint(folder)}`, { cause: error })
  })
  return owner
}

const ownerHint = (folder: string) =>
  `As root, give it to the user who makes backups, such as: chown -R ats ${folder}`

function sizeOf({ database, files }: Manifest) {
  const dumped = database.kind === 'pg_dump' ? database : undefined
  const bytes = dumped?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0
  return { rows: rowsIn(dumped?.tables ?? {}), files: files.count, bytes: bytes + files.bytes }
}

/** Rows are counted and summed in the same snapshot that is dumped, so writes may continue. */
async function dumpDatabase(databaseUrl: string, folder: string): Promise<DumpedDatabase> {
  const client = newClient(databaseUrl, 'ats backup')
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const facts = await factsOf(client)
    const tool = await postgresTool('pg_dump', facts.major)
    const dump = ['--format=directory', `--jobs=${jobs}`, '--compress=1', '--no-password']
    const target = [`--snapshot=${facts.snapshot}`, `--file=${join(folder, 'database')}`]
    const [tables] = await Promise.all([
      takeFingerprints(client),
      runOnDatabase(tool, databaseUrl, [...dump, ...target]),
    ])
    const names = (await readdir(join(folder, 'database'))).sort()
    const files = []
    for (const name of names) files.push(await describeFile(folder, `database/${name}`))
    const { name, server, collate, ctype, migrations } = facts
    return { kind: 'pg_dump', name, server, collate, ctype, migrations, tables, files }
  } finally {
    await client.end()
  }
}

type Facts = Pick<DumpedDatabase, 'name' | 'server' | 'collate' | 'ctype' | 'migrations'> & {
  snapshot: string
  major: number
}

async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select datname as name, current_setting('server_version') as server, datcollate as collate, datctype as ctype,
      current_setting('server_version_num')::int / 10000 as major, pg_export_snapshot() as snapshot,
      (select array_agg(name order by name) from migrations) as migrations
    from pg_database where datname = current_database()`)
  const [facts] = rows
  if (facts === undefined) throw new Error('The database does not know its own name')
  return facts
}

/** pgBackRest stores the database according to its own configuration; the manifest names the backup. */
async function byPgBackRest(stanza: string): Promise<Manifest['database']> {
  await runTool('pgbackrest', [`--stanza=${stanza}`, 'backup'])
  const info = JSON.parse(await runTool('pgbackrest', [`--stanza=${stanza}`, '--output=json', 'info'])) as {
    backup: { label: string }[]
  }[]
  const label = info[0]?.backup.at(-1)?.label
  if (label === undefined) throw new Error(`pgBackRest knows no backup of ${stanza}`)
  return { kind: 'pgbackrest', stanza, label }
}

const day = 24 * 60 * 60 * 1000

/** Deletes the oldest backups beyond the number to keep, and incomplete ones older than a day. */
async function removeOld({ folder, keep }: BackupPlan): Promise<string[]> {
  await removeIncomplete(folder)
  const whole = await backupsIn(folder)
  const yesterday = stampOf(new Date(Date.now() - day))
  const unfinished = (await readdir(folder)).filter(
    (name) => name.endsWith('.part') && isStamp(name.slice(0, -5)) && name < yesterday,
  )
  const old = keep === undefined ? [] : whole.slice(0, Math.max(0, whole.length - keep))
  for (const name of [...old, ...unfinished])
    await rm(join(folder, name), { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
      throw new Error(
        `The backup was made, but ${join(folder, name)} is old and could not be removed. ${ownerHint(folder)}`,
        { cause: error },
      )
    })
  return old
}
