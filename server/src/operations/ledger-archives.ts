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

/** Until when months of the ledger are archived; undefined: none are. */
export async function archivedUntil(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ until: string | null }>(
    `select max(to_moment)::timestamptz as until from archives where table_name = 'events'`,
  )
  return rows[0]?.until ?? undefined
}
