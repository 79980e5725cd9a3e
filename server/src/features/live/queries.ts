import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db.ts'
import { currentPosition, newSince, type Position, sightOf } from '#kernel/ledger.ts'

export type LedgerLine = {
  id: number
  xact: number
  action: string
  kind: string
  record: Id
  actorId: Id | null
  /** The place it happened in, and all above that. */
  path: Id[]
}

/** `lines` is null when there are more than anyone wants to be told one by one. */
export type Batch = { position: Position; lines: LedgerLine[] | null }

const mostLines = 2000

export async function positionNow(db: Db): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`select ${currentPosition}::text as position`.execute(db)
  return rows[0]?.position ?? ''
}

type Row = { position: Position; nextXact: number } & (LedgerLine | { id: null })

/** What became visible since a position, and the position that goes with it: both of one moment. */
export async function linesSince(db: Db, since: Position): Promise<Batch> {
  const { rows } = await sql<Row>`
    select ${currentPosition}::text as position, line.*
    from (select) as one left join lateral (
      select events.id, events.xact::text::bigint as xact, events.action, events.record_kind as kind,
        events.record_id as record, events.actor_id as "actorId",
        array_remove(array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id], null) as path
      from events left join places on places.id = events.place_id
      where ${newSince(since)}
      order by events.id limit ${sql.lit(mostLines + 1)}
    ) as line on true`.execute(db)
  const lines = rows.filter((row): row is Row & LedgerLine => row.id !== null)
  return { position: rows[0]?.position ?? since, lines: lines.length > mostLines ? null : lines }
}

/** Whether a position is one of this database: after a restore it may lie in a future that never was. */
export const isKnown = (position: Position, now: Position) => {
  const [then, current] = [sightOf(position), sightOf(now)]
  return then !== undefined && current !== undefined && then.nextXact <= current.nextXact
}
