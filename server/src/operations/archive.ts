// Why it is built this way: docs/decisions/062-archives.md

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newClient } from '#kernel/db/connection.ts'
import { copyStream } from '#kernel/db/copy-stream.ts'
import { isLockTimeout } from '#kernel/db/partitions.ts'
import { everyLifetime } from '#kernel/lifetimes.ts'
import { type ArchivedPart, partsIn, problemsOf, readPart, writePart } from './archive-files.ts'
import { isOfInventories, whyItStays } from './archive-inventories.ts'
import type { ArchiveStore } from './archive-store.ts'
import { fingerprintOf, rowSettings } from './fingerprints.ts'

type Place = { databaseUrl: string; store: ArchiveStore; say?: (line: string) => void }
type Part = { table: string; part: string; from: string; to: string }

/** A month, and the first moment after it. */
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

function endOf(month: string): Date {
  if (!monthPattern.test(month)) throw new Error(`${month} is no month: write it as 2027-03`)
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}

const monthsKept = 2

/** The last months stay: notifications, undo and the live stream read them. */
function checkEnd(end: Date, now: Date) {
  const newest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept + 1, 1))
  if (end > newest)
    throw new Error(`The current month and the ${monthsKept - 1} before it cannot be archived`)
}

/** Two archives at a time would write the same files. The session of a killed process may hold the lock for a moment. */
async function holdArchiveLock(client: pg.Client) {
  await client.query(`set lock_timeout = '2s'`)
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('ats archive', 0))`)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error('Another archive is running on this database. Try again when it has ended')
  }
  await client.query('reset lock_timeout')
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(databaseUrl, 'ats archive')
  await client.connect()
  try {
    await client.query(rowSettings)
    await holdArchiveLock(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

const divided = everyLifetime.flatMap(([table, { partition }]) => (partition ? [table] : []))

/** Moves the partitions that end with the month, or before, into files; oldest first. Safe to repeat. */
export async function archive(
  { databaseUrl, store, say = () => undefined }: Place,
  { until, now = new Date() }: { until: string; now?: Date },
): Promise<ArchivedPart[]> {
  const end = endOf(until)
  checkEnd(end, now)
  return withClient(databaseUrl, async (client) => {
    const moved: ArchivedPart[] = []
    for (const part of await detachedParts(client)) moved.push(await endPart(client, store, part))
    for (const table of divided)
      for (const part of await partsUntil(client, table, end)) {
        const reason = await whyItStays(client, part, end)
        if (reason !== undefined) {
          say(`${part.part} stays: ${reason}`)
          continue
        }
        await writeOut(client, store, part)
        await detach(client, store, part)
        const written = await endPart(client, store, part)
        say(`${part.part}: ${written.rows} rows, ${written.file}`)
        moved.push(written)
      }
    return moved
  })
}

async function partsUntil(client: pg.Client, table: string, end: Date): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select $1 as table, part::text as part, from_moment::text as from, to_moment::text as to
     from partitions_of($1::regclass) where not is_default and from_moment < $2 order by to_moment`,
    [table, end],
  )
  if (!isOfInventories(table) && rows.some(({ part }) => part === `${table}_before`))
    throw new Error(`${table} is still being split into months; doctor says how far it is`)
  return rows
}

/** Parts that an earlier run detached, but did not drop. */
async function detachedParts(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select table_name as table, part, from_moment::text as from, to_moment::text as to from archives
     where to_regclass(format('public.%I', part)) is not null
       and not (select relispartition from pg_class where oid = to_regclass(format('public.%I', part)))`,
  )
  return rows
}

/** Generated columns follow from the others, and cannot be loaded. */
async function columnsOf(client: pg.Client, part: string): Promise<ArchivedPart['columns']> {
  const { rows } = await client.query<ArchivedPart['columns'][number]>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [part],
  )
  return rows
}

/** Counts, sums and copies the rows in one snapshot. */
async function writeOut(client: pg.Client, store: ArchiveStore, { table, part, from, to }: Part) {
  const columns = await columnsOf(client, part)
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  await client.query('begin isolation level repeatable read read only')
  try {
    const fingerprint = await fingerprintOf(client, `public.${pg.escapeIdentifier(part)}`)
    const rows = client.query(
      copyStream(
        `copy (select ${names} from only public.${pg.escapeIdentifier(part)}) to stdout with (format csv, header)`,
      ),
    )
    await writePart(store, rows, { table, part, from, to, columns, ...fingerprint })
  } finally {
    await client.query('rollback')
  }
}

const tries = 200
const pauseMs = 3000

/** Runs a change of the table's partitions; if people hold its lock, it gives up soon and tries again later. */
async function briefly(client: pg.Client, change: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query(`begin; set local lock_timeout = '150ms'`)
      await change()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === tries) throw error
      await delay(pauseMs)
    }
}

const detach = async (client: pg.Client, store: ArchiveStore, { table, part, from, to }: Part) => {
  const { rows, file, sha256 } = await readPart(store, part)
  await briefly(client, async () => {
    await client.query(`alter table public.${pg.escapeIdentifier(table)}
      detach partition public.${pg.escapeIdentifier(part)}`)
    await client.query(
      `insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [table, part, from, to, rows, file, sha256],
    )
  })
}

/** Nobody writes to a detached part. If it is not what the file says, it goes back. */
async function endPart(client: pg.Client, store: ArchiveStore, part: Part): Promise<ArchivedPart> {
  const written = await readPart(store, part.part)
  const name = `public.${pg.escapeIdentifier(part.part)}`
  const found = await fingerprintOf(client, name)
  const problems = await problemsOf(store, written)
  if (found.rows !== written.rows || found.checksum !== written.checksum)
    problems.push(`${part.part} changed while it was copied`)
  if (problems.length === 0) {
    await client.query(`drop table ${name}`)
    return written
  }
  await attach(client, part)
  throw new Error(`${part.part} stays in the database. ${problems.join('. ')}`)
}

/** Puts a part back, so that lists and reports have its rows again. Nobody waits while its rows are checked. */
async function attach(client: pg.Client, { table, part, from, to }: Part) {
  const { rows } = await client.query<{ check: string; attach: string; drop: string }>(
    `select format('alter table public.%I drop constraint if exists bounds, add constraint bounds
         check (%2$I >= %3$L and %2$I < %4$L)', $2::text, (partition_key($1::regclass)).name, lower, upper) as check,
       format('alter table %s attach partition public.%I for values from (%s) to (%L)', $1::regclass, $2::text,
         case $3 when '-infinity' then 'minvalue' else quote_literal(lower) end, upper) as attach,
       format('alter table public.%I drop constraint bounds', $2::text) as drop
     from bound_of($1::regclass, $3::timestamptz) as lower, bound_of($1::regclass, $4::timestamptz) as upper`,
    [table, part, from, to],
  )
  const [statements] = rows
  if (statements === undefined) return
  await client.query(statements.check)
  await briefly(client, async () => {
    await client.query(statements.attach)
    await client.query(statements.drop)
    await client.query('delete from archives where table_name = $1 and part = $2', [table, part])
  })
}

/** Every problem of the files, and what they hold. */
export async function verifyArchive(
  store: ArchiveStore,
): Promise<{ parts: ArchivedPart[]; problems: string[] }> {
  const parts = await partsIn(store)
  const problems: string[] = []
  for (const part of parts) problems.push(...(await problemsOf(store, part)))
  return { parts, problems }
}

/** Loads the archived parts of a month, compares every row with its archive, and puts them back. Safe to repeat. */
export async function bringBack(
  { databaseUrl, store, say = () => undefined }: Place,
  month: string,
): Promise<ArchivedPart[]> {
  const end = endOf(month)
  const start = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1))
  return withClient(databaseUrl, async (client) => {
    const { rows: parts } = await client.query<Part>(
      `select table_name as table, part, from_moment::text as from, to_moment::text as to from archives
       where from_moment < $2 and to_moment > $1 order by table_name, part`,
      [start, end],
    )
    if (parts.length === 0) throw new Error(`Nothing of ${month} is archived`)
    const back: ArchivedPart[] = []
    for (const part of parts) {
      const written = await load(client, store, part)
      await attach(client, part)
      say(`${part.part}: ${written.rows} rows are back`)
      back.push(written)
    }
    return back
  })
}

/** A load that is cut off leaves nothing: the table is made and filled in one transaction. */
async function load(client: pg.Client, store: ArchiveStore, { table, part }: Part): Promise<ArchivedPart> {
  const written = await readPart(store, part)
  const problems = await problemsOf(store, written, async (rows) => {
    await client.query('begin')
    try {
      await fill(client, { table, part }, written, rows)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  if (problems.length > 0) throw new Error(`${part} cannot be brought back. ${problems.join('. ')}`)
  return written
}

async function fill(
  client: pg.Client,
  { table, part }: Pick<Part, 'table' | 'part'>,
  written: ArchivedPart,
  rows: Readable,
) {
  const name = `public.${pg.escapeIdentifier(part)}`
  await client.query(`drop table if exists ${name}`)
  await client.query('select make_part($1::regclass, $2)', [table, part])
  await fillTable(client, name, written, rows)
  const found = await fingerprintOf(client, name)
  if (found.rows !== written.rows || found.checksum !== written.checksum)
    throw new Error(`${part} has other rows than its archive`)
}

/** Adds the rows of an archived part to a table. */
export async function fillTable(
  client: pg.Client,
  name: string,
  { columns }: Pick<ArchivedPart, 'columns'>,
  rows: Readable,
): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
  const into = client.query(copyFrom(`copy ${name} (${names}) from stdin with (format csv, header match)`))
  await pipeline(rows, into)
}
