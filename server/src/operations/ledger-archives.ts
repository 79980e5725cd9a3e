import type pg from 'pg'
import { fillTable } from './archive.ts'
import type { ArchivedPart } from './archive-files.ts'
import { partsIn, problemsOf } from './archive-files.ts'
import type { ArchiveStore } from './archive-store.ts'
import { archivedTable } from './ledger-reading.ts'

/** Loads archived months of the ledger beside it, for this connection only. Files that are not whole are named. */
export async function loadArchives(client: pg.Client, store: ArchiveStore): Promise<string[]> {
  await client.query(`create temp table ${archivedTable} (like events)`)
  const problems: string[] = []
  for (const part of await ledgerParts(store))
    problems.push(
      ...(await problemsOf(store, part, (rows) => fillTable(client, `pg_temp.${archivedTable}`, part, rows))),
    )
  await client.query(`create index on pg_temp.${archivedTable} (id); analyze pg_temp.${archivedTable}`)
  return problems
}

const ledgerParts = async (store: ArchiveStore): Promise<ArchivedPart[]> =>
  (await partsIn(store)).filter(({ table }) => table === 'events')

export type Archived = { beforeId: number; rows: number }

/**
 * How many entries are archived, and below which number they are; undefined: none are. Entries of one moment
 * may have numbers from before and after the end of a month, but not those of a day later.
 */
export async function archivedEntries(client: pg.Client): Promise<Archived | undefined> {
  const { rows } = await client.query<Archived>(
    `select ended.rows, coalesce((select min(id) from events where at >= ended.until + interval '1 day'),
       (select max(id) + 1 from events), 9007199254740991) as "beforeId"
     from (select max(to_moment)::timestamptz as until, sum(rows)::bigint as rows from archives
       where table_name = 'events') as ended
     where ended.until is not null`,
  )
  return rows[0]
}
