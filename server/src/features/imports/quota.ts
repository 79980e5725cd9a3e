import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'

/** Concurrent uploads of one person; each API process counts its own. */
const uploadsAtOnce = 3

const later = { retryAfter: 60 }

type Usage = { open: number; rows: number; bytes: number }

/** What the imports of one person, or all of them, use: open imports, staged rows, and bytes that wait to be read. */
async function usageOf(db: Db, userId?: Id): Promise<Usage> {
  const { rows } = await sql<Usage>`select
      count(*) filter (where status in ('reading', 'checking', 'ready', 'applying', 'undoing', 'cancelling')) as open,
      coalesce(sum(rows) filter (where status <> 'cancelled' or kept > 0), 0)::bigint as rows,
      coalesce(sum(bytes) filter (where status = 'reading' or failed_in = 'reading'), 0)::bigint as bytes
    from imports where expired_at is null ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}`.execute(
    db,
  )
  return rows[0] ?? { open: 0, rows: 0, bytes: 0 }
}

/** Throws if there is no room for another file, of which this many bytes are known. */
export async function mustHaveRoom(db: Db, { config }: Services, userId: Id, bytes: number) {
  const { perPerson, inAll } = config.imports
  const own = await usageOf(db, userId)
  if (own.open >= perPerson.open) throw new Problem('imports-open', { count: own.open }, later)
  if (own.rows >= perPerson.rows) throw new Problem('imports-rows', { count: own.rows }, later)
  if (own.bytes + bytes > perPerson.bytes) throw new Problem('imports-waiting', {}, later)
  const all = await usageOf(db)
  if (all.open >= inAll.open || all.rows >= inAll.rows || all.bytes + bytes > inAll.bytes)
    throw new Problem('imports-of-all', {}, later)
}

/** Serialises the check, so that concurrent uploads cannot exceed the limit together. */
export const countOneByOne = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`.execute(tx)

/** How many rows a file of this person may have. */
export async function rowsLeft({ db, config }: Services, userId: Id): Promise<number> {
  const { perPerson, inAll } = config.imports
  const [own, all] = [await usageOf(db, userId), await usageOf(db)]
  return Math.max(0, Math.min(perPerson.rows - own.rows, inAll.rows - all.rows))
}

const uploading = new Map<Id, number>()

/** Uses one of the person's upload slots during the work. */
export async function whileUploading<T>(userId: Id, work: () => Promise<T>): Promise<T> {
  const others = uploading.get(userId) ?? 0
  if (others >= uploadsAtOnce) throw new Problem('imports-uploading', {}, later)
  uploading.set(userId, others + 1)
  try {
    return await work()
  } finally {
    const left = (uploading.get(userId) ?? 1) - 1
    if (left > 0) uploading.set(userId, left)
    else uploading.delete(userId)
  }
}
