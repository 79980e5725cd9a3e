import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Config } from '#server/config.ts'

const later = { retryAfter: 3600 }

type Used = { papers: number; bytes: number }

async function usedBy(tx: Db, userId: Id): Promise<Used> {
  const { rows } = await sql<Used>`select count(*) as papers, coalesce(sum(size), 0)::bigint as bytes
    from paper_uploads where user_id = ${userId} and created_at > now() - interval '1 day'`.execute(tx)
  return rows[0] ?? { papers: 0, bytes: 0 }
}

/** What is stored, and what is being uploaded. The same content in two papers counts twice. */
async function usedInAll(tx: Db): Promise<Used> {
  const { rows } = await sql<Used>`select count(*) as papers, coalesce(sum(size), 0)::bigint as bytes from (
      select size from papers where deleted_at is null
      union all select size from paper_uploads where paper_id is null and expires_at > now()) as known`.execute(
    tx,
  )
  return rows[0] ?? { papers: 0, bytes: 0 }
}

const isOver = (used: Used, size: number, most: Used) =>
  used.papers >= most.papers || used.bytes + size > most.bytes

/** Throws if there is no room for another paper. Given-up uploads of a day count too. */
export async function mustHaveRoom(tx: Db, { perDay, inAll }: Config['papers'], userId: Id, size: number) {
  // One by one, so that concurrent uploads cannot exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended('papers', 0))`.execute(tx)
  if (isOver(await usedBy(tx, userId), size, perDay)) throw new Problem('papers-of-day', {}, later)
  if (isOver(await usedInAll(tx), size, inAll)) throw new Problem('papers-of-all', {}, later)
}
