import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
import { postgresTool, runOnDatabase, runTool } from './postgres-tools.ts'

type BackupPlan = {
  /** As the owner, who reads the tables of imports, too. */
  databaseUrl: string
  source: FileSource
  /** In which each backup gets a folder of its own. */
  folder: string
  /** How many whole backups stay; all where it is not said. */
  keep?: number | undefined
  /** The database is left to pgBackRest, under this name. */
  stanza?: string | undefined
}

type BackupReport = { folder: string; rows: number; files: number; bytes: number; removed: string[] }

const jobs = '2'

/** The database of one moment, then the files: what was replaced in between is kept for a day (`keepADay`). */
export async function backUp(plan: BackupPlan): Promise<BackupReport> {
  const now = new Date()
  const folder = join(plan.folder, stampOf(now))
  const draft = `${folder}.part`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const database =
      plan.stanza === undefined
        ? await dumpDatabase(plan.databaseUrl, draft)
        : await byPgBackRest(plan.stanza)
    const files = await backUpFiles(plan.source, draft)
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), database, files }
    await writeManifest(draft, manifest)
    await runTool('sync', ['-f', draft])
    await rename(draft, folder)
    return { folder, ...sizeOf(manifest), removed: await removeOld(plan) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function sizeOf({ database, files }: Manifest) {
  const dumped = database.kind === 'pg_dump' ? database : undefined
  const bytes = dumped?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0
  return { rows: rowsIn(dumped?.tables ?? {}), files: files.count, bytes: bytes + files.bytes }
}

/** Rows are counted and summed up in the very snapshot that is dumped, so writes may go on meanwhile. */
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

/** pgBackRest keeps the database where its own configuration says; the manifest names the backup. */
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

/** The oldest beyond the number that stays, and what was broken off more than a day ago. */
async function removeOld({ folder, keep }: BackupPlan): Promise<string[]> {
  const whole = await backupsIn(folder)
  const yesterday = stampOf(new Date(Date.now() - day))
  const unfinished = (await readdir(folder)).filter(
    (name) => name.endsWith('.part') && isStamp(name.slice(0, -5)) && name < yesterday,
  )
  const old = keep === undefined ? [] : whole.slice(0, Math.max(0, whole.length - keep))
  for (const name of [...old, ...unfinished]) await rm(join(folder, name), { recursive: true, force: true })
  return old
}
