import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db.ts'
import { currentPosition, newSince, type Position } from '#kernel/ledger.ts'
import { found } from '#kernel/problem.ts'

export type LedgerLine = {
  id: number
  xact: number
  action: string
  kind: string
  record: Id
  actorId: Id | null
  request: string
  /** The place it happened in, and all above that. */
  path: Id[]
}

/** `lines` is null when there are more than anyone wants to be told one by one. */
export type Batch = { snapshot: string; lines: LedgerLine[] | null }

const mostLines = 2000

export const positionNow = async (db: Db): Promise<Position> =>
  found((await currentPosition.execute(db)).rows[0], 'Position')

type Row = { snapshot: string } & (LedgerLine | { id: null })

/** What became visible since a position, and the snapshot that goes with it: both of one moment. */
export async function linesSince(db: Db, since: Position): Promise<Batch> {
  const { rows } = await sql<Row>`
    select pg_current_snapshot()::text as snapshot, line.*
    from (select) as one left join lateral (
      select events.id, events.xact::text::bigint as xact, events.action, events.record_kind as kind,
        events.record_id as record, events.actor_id as "actorId", events.request_id as request,
        array_remove(array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id], null) as path
      from events left join places on places.id = events.place_id
      where ${newSince(since)}
      order by events.id limit ${sql.lit(mostLines + 1)}
    ) as line on true`.execute(db)
  const lines = rows.filter((row): row is Row & LedgerLine => row.id !== null)
  return { snapshot: rows[0]?.snapshot ?? since.snapshot, lines: lines.length > mostLines ? null : lines }
}
