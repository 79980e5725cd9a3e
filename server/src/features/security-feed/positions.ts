// Why it is built this way: docs/decisions/010-follow-the-ledger-by-snapshot.md and 066-security-feed.md

import { type SecurityEntry, securityEntry } from '@ats/contract/security-feed.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kernel/db/db.ts'
import { currentPosition } from '#kernel/ledger/position.ts'
import { eventId, feedRows, isOfFeed, ledgerId } from './feed-rows.ts'
import { namedRows } from './queries.ts'

const snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:[\d,]*$/)
const number = z.number().int().min(0)

/**
 * How far a follower has read the feed: everything that this snapshot sees. If there was more than one page,
 * `until` is the snapshot of its first page, and `after` the last entry that was read.
 */
export const feedPosition = z.object({
  snapshot,
  /** The last rows that came with a restored dump; their transactions belong to another server. */
  ledgerTo: number,
  storedTo: number,
  until: snapshot.optional(),
  after: z.tuple([z.string().max(40), number]).optional(),
})
export type FeedPosition = z.infer<typeof feedPosition>

/** The end of the feed: only later entries are new. */
export async function feedEnd(db: Db): Promise<FeedPosition> {
  const { rows } = await sql<FeedPosition>`
    select here.snapshot::text, here."restoredTo" as "ledgerTo", coalesce((select max(id) from security_events
      where xact >= pg_snapshot_xmax(here.snapshot)), 0)::bigint as "storedTo"
    from (${currentPosition}) as here`.execute(db)
  return feedPosition.parse(rows[0])
}

/** The position, or the end of the feed if the database was restored to a server that is behind the position. */
export async function validPosition(db: Db, position: FeedPosition): Promise<FeedPosition> {
  const { rows } = await sql<{ isAhead: boolean }>`
    select pg_snapshot_xmax(${position.until ?? position.snapshot}::pg_snapshot)
      > pg_snapshot_xmax(pg_current_snapshot()) as "isAhead"`.execute(db)
  return rows[0]?.isAhead ? feedEnd(db) : position
}

const isNew = (table: string, { snapshot: from }: FeedPosition, until: RawBuilder<unknown>) => {
  const xact = sql.ref(`${table}.xact`)
  return sql<SqlBool>`(${xact} >= pg_snapshot_xmin(${from}::pg_snapshot)
    and not pg_visible_in_snapshot(${xact}, ${from}::pg_snapshot) and pg_visible_in_snapshot(${xact}, ${until}))`
}

export type FeedPart = { entries: SecurityEntry[]; next: FeedPosition; isLast: boolean }

/**
 * The next entries after a position, and the position after those. No entry is missed, in whatever order
 * transactions end; an entry whose count grew is read again.
 */
export async function entriesSince(db: Db, position: FeedPosition, size: number): Promise<FeedPart> {
  const { until, after, ledgerTo, storedTo } = position
  const limit = size + 1
  const end = until === undefined ? sql`(select snapshot from now_read)` : sql`${until}::pg_snapshot`
  const beyond = (at: string, id: RawBuilder<unknown>) =>
    after === undefined
      ? sql`true`
      : sql`(${sql.ref(at)}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::bigint)`
  const rows = feedRows(
    {
      where: sql`${isNew('security_events', position, end)} and security_events.id > ${storedTo}
        and ${beyond('security_events.at', eventId)}`,
      order: sql`security_events.at, security_events.id`,
      limit,
    },
    {
      where: sql`${isNew('events', position, end)} and events.id > ${ledgerTo} and ${isOfFeed()}
        and ${beyond('events.at', ledgerId)}`,
      order: sql`events.at + interval '0', events.id`,
      limit,
    },
  )
  // One statement, so that the entries and the next position belong to the same snapshot.
  const found = await db
    .with(
      (name) => name('now_read').materialized(),
      () => sql<{ snapshot: string }>`(select pg_current_snapshot() as snapshot)` as never,
    )
    .selectFrom(sql<{ snapshot: string }>`(select snapshot::text from now_read)`.as('here'))
    .leftJoin(namedRows(db, rows).as('row'), (join) => join.onTrue())
    .selectAll('row')
    .select(['here.snapshot', sql<string | null>`"row".at::text`.as('exactAt')])
    .orderBy('row.at')
    .orderBy('row.id')
    .limit(limit)
    .execute()
  const shown = found.filter(({ id }) => id !== null).slice(0, size)
  const entries = shown.map((row) => securityEntry.parse(row))
  const upTo = until ?? found[0]?.snapshot ?? position.snapshot
  const last = shown.at(-1)
  return found.length > size && last?.exactAt
    ? { entries, next: { ...position, until: upTo, after: [last.exactAt, last.id ?? 0] }, isLast: false }
    : { entries, next: { snapshot: upTo, ledgerTo, storedTo }, isLast: true }
}
