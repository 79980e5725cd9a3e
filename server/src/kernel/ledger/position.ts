// Why it is built this way: docs/decisions/010-follow-the-ledger-by-snapshot.md

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'

/** A snapshot, as PostgreSQL writes it, and the last line that came here with a restored dump. */
export type Position = { snapshot: string; restoredTo: number }

/**
 * True for lines that a snapshot could not see yet, whatever order their writers ended in. Whoever goes on from here
 * takes `pg_current_snapshot()` in the statement that reads them: then none is missed and none comes twice.
 */
export const newSince = ({ snapshot, restoredTo }: Position): Expression<SqlBool> => sql<SqlBool>`(
  events.xact >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
  and not pg_visible_in_snapshot(events.xact, ${snapshot}::pg_snapshot) and events.id > ${restoredTo}::bigint)`

/** Enough lines for the last transactions of a dump, which wrote its last line. */
const lastRestored = 10_000

/** The end of the ledger: only what comes after it will be new. Read from the end of an index, in bounded time. */
export const currentPosition = sql<Position>`
  select pg_current_snapshot() as snapshot, coalesce((select max(id) from (
    select id from events where xact >= pg_snapshot_xmax(pg_current_snapshot())
    order by xact desc limit ${sql.lit(lastRestored)}) as restored), 0)::bigint as "restoredTo"`

/**
 * Gives a follower a position if it has none, or one from a server whose transactions were counted further: what it did
 * not read there is old by now.
 */
export async function beginFollowing(db: Db, name: string) {
  await sql`insert into followers (name, position, restored_to)
    select ${name}, here.snapshot, here."restoredTo" from (${currentPosition}) as here
    on conflict (name) do update set position = excluded.position, restored_to = excluded.restored_to
    where pg_snapshot_xmax(followers.position) > pg_snapshot_xmax(excluded.position)`.execute(db)
}

/** How far a follower got; whoever else follows under its name waits until the transaction ends. */
export async function positionOf(tx: Db, name: string): Promise<Position | undefined> {
  return tx
    .selectFrom('followers')
    .select(['position as snapshot', 'restored_to as restoredTo'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}
