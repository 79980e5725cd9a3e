import { type Kysely, sql } from 'kysely'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found } from '#kernel/http/problem.ts'
import { currentPosition, type Position } from '#kernel/ledger/position.ts'
import type { Person } from '#kernel/scope.ts'

export type LedgerLine = {
  id: number
  xact: number
  action: string
  kind: string
  record: Id
  actorId: Id | null
  request: string
  /** The place of the entry, the place that a record left, and all places above those. */
  path: Id[]
  person: Person | null
}

/** `lines` is null if there are too many to send individually. */
export type Batch = { snapshot: string; lines: LedgerLine[] | null }

const mostLines = 2000

export const positionNow = async (db: Db): Promise<Position> =>
  found((await currentPosition.execute(db)).rows[0], 'record-not-found')

export const snapshotNow = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return found(rows[0], 'record-not-found').snapshot
}

type Row = { snapshot: string } & (LedgerLine | { id: null })

const columns = sql.raw(
  'id, xact, action, record_kind, record_id, actor_id, place_id, from_place_id, request_id',
)
const most = sql.lit(mostLines + 1)

/**
 * The entries that became visible since a position, and the new snapshot, read in one statement. The old
 * snapshot could not see transactions that began after it or were still running. Both are read from the index
 * on transactions, up to the limit, however old the position is. A range with an order, even for one
 * transaction, keeps the planner from reading the table.
 */
export async function linesSince(db: Db, { snapshot, restoredTo }: Position): Promise<Batch> {
  const since = sql`${snapshot}::pg_snapshot`
  const isNew = sql`id > ${restoredTo}::bigint`
  const { rows } = await sql<Row>`
    select pg_current_snapshot()::text as snapshot, line.*
    from (select) as one left join lateral (
      select events.id, events.xact::text::bigint as xact, events.action, events.record_kind as kind,
        events.record_id as record, events.actor_id as "actorId", events.request_id as request,
        array_remove(array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id,
          left_place.id, left_place.aou_id, left_place.property_id, left_place.mm_id, left_place.city_id], null) as path,
        case when events.record_kind in ('user', 'program') then (
          select json_build_object('cityId', users.city_id, 'places', coalesce((
            select json_agg(array_remove(array[given.id, given.aou_id, given.property_id, given.mm_id, given.city_id], null))
            from user_places join places as given on given.id = user_places.place_id
            where user_places.user_id = users.id), '[]'))
          from users where users.id = events.record_id) end as person
      from (
        (select ${columns} from events
          where xact >= pg_snapshot_xmax(${since}) and xact < pg_snapshot_xmax(pg_current_snapshot()) and ${isNew}
          order by xact limit ${most})
        union all
        (select line.* from pg_snapshot_xip(${since}) as running (xact) cross join lateral (
          select ${columns} from events where events.xact between running.xact and running.xact and ${isNew}
          order by events.xact limit ${most}) as line
          limit ${most})
      ) as events left join places on places.id = events.place_id
      left join places as left_place on left_place.id = events.from_place_id
      order by events.id limit ${most}
    ) as line on true`.execute(db)
  const lines = rows.filter((row): row is Row & LedgerLine => row.id !== null)
  return { snapshot: rows[0]?.snapshot ?? snapshot, lines: lines.length > mostLines ? null : lines }
}

const longestMs = 2000

/** The same for one client that reconnects, with a timeout so that others do not wait for it. */
export const linesMissed = (db: Kysely<Tables>, since: Position): Promise<Batch> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx)
    return linesSince(tx, since)
  })
