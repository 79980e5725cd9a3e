// Why it is built this way: docs/decisions/010-follow-the-ledger-by-snapshot.md

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'

/** A PostgreSQL snapshot as text, and the last entry that came with a restored dump. */
export type Position = { snapshot: string; restoredTo: number }
type PositionColumns = { snapshot: RawBuilder<unknown>; restoredTo: RawBuilder<unknown> }

/**
 * True for entries that a snapshot could not see, in whatever order their transactions ended. The reading
 * statement must also take `pg_current_snapshot()` for the next position: then no entry is missed or read
 * twice.
 */
export const newSince = ({
  snapshot,
  restoredTo,
}: Position | PositionColumns): Expression<SqlBool> => sql<SqlBool>`(
  events.xact >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
  and not pg_visible_in_snapshot(events.xact, ${snapshot}::pg_snapshot) and events.id > ${restoredTo}::bigint)`

/** Enough entries to include the last transactions of a dump, which wrote its last entry. */
const lastRestored = 10_000

/** The end of the ledger: only later entries are new. Read from the end of an index, in bounded time. */
export const currentPosition = sql<Position>`
  select pg_current_snapshot() as snapshot, coalesce((select max(id) from (
    select id from events where xact >= pg_snapshot_xmax(pg_current_snapshot())
    order by xact desc limit ${sql.lit(lastRestored)}) as restored), 0)::bigint as "restoredTo"`

/**
 * Gives a follower a position if it has none, or if its position is ahead of this server because of a
 * restore. Entries that it did not read before the restore are too old.
 */
export async function beginFollowing(db: Db, name: string) {
  await sql`insert into followers (name, position, restored_to)
    select ${name}, here.snapshot, here."restoredTo" from (${currentPosition}) as here
    on conflict (name) do update set position = excluded.position, restored_to = excluded.restored_to
    where pg_snapshot_xmax(followers.position) > pg_snapshot_xmax(excluded.position)`.execute(db)
}

/** The position of a follower; others with the same name wait until the transaction ends. */
export async function positionOf(tx: Db, name: string): Promise<Position | undefined> {
  return tx
    .selectFrom('followers')
    .select(['position as snapshot', 'restored_to as restoredTo'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}
