import { type Kysely, sql } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Services } from '#kernel/services.ts'
import { storeSweep } from './store-sweep.ts'

/** Every file that a paper needs: its content and its thumbnail; names may repeat. */
export const namedPaperFiles = `select hash as name from papers where deleted_at is null
  union all select thumbnail from papers where thumbnail is not null and deleted_at is null`

const isUnnamed = sql`not exists (select from papers where papers.hash = file.name and deleted_at is null)
  and not exists (select from papers where papers.thumbnail = file.name and deleted_at is null)
  and not exists (select from paper_chunks where paper_chunks.file = file.name)`

/** Serialises work on one content: its removal, and new papers that use it. */
export const lockContent = (tx: Db, hash: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 71))`.execute(tx)

/** Deletes a file of the store unless a row names it. */
export const removePaperFile = (
  { db, papers }: { db: Kysely<Tables>; papers: Services['papers'] },
  name: string,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockContent(tx, name)
    const { rows } =
      await sql`select from (values (${name}::text)) as file (name) where ${isUnnamed}`.execute(tx)
    if (rows.length > 0) await papers.remove(name)
    return rows.length > 0
  })

async function removeUnnamed(services: Pick<Services, 'db' | 'papers'>, names: readonly string[]) {
  if (names.length === 0) return 0
  const { rows } = await sql<{ name: string }>`select file.name from unnest(${names}::text[]) as file (name)
    where ${isUnnamed}`.execute(services.db)
  let removed = 0
  for (const { name } of rows) if (await removePaperFile(services, name)) removed += 1
  return removed
}

/** Deletes contents and thumbnails of papers that are gone, and chunks of uploads that are over. */
export const paperSweep = (services: Pick<Services, 'db' | 'papers'>): (() => Promise<number>) =>
  storeSweep(services.papers, {
    isInUse: async () => {
      const { rows } = await sql<{ some: boolean }>`select exists (select from papers)
        or exists (select from paper_uploads) as some`.execute(services.db)
      return rows[0]?.some === true
    },
    removeUnnamed: (names) => removeUnnamed(services, names),
  })
