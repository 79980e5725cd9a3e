import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Where a reader of the ledger stands: a snapshot of PostgreSQL, as text. What it could not see is new, whatever order
 * the writers ended in.
 */
export type Position = string

export const currentPosition = sql<Position>`pg_current_snapshot()`

/** Lines that a position could not see yet. After a restore old lines have strange numbers, and age tells them apart. */
export const newSince = (position: Position | RawBuilder<unknown>, within = '1 day') =>
  sql<SqlBool>`events.xact >= pg_snapshot_xmin(${position}::pg_snapshot)
    and not pg_visible_in_snapshot(events.xact, ${position}::pg_snapshot)
    and events.at > now() - ${within}::interval`

const snapshot = /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/

export type Sight = { nextXact: number; sees: (xact: number) => boolean }

/** What a position can see; undefined when it is none. */
export function sightOf(position: Position): Sight | undefined {
  const [whole, oldest, next, running] = snapshot.exec(position) ?? []
  if (whole === undefined || Number(oldest) > Number(next)) return undefined
  const open = new Set(running === '' ? [] : running?.split(',').map(Number))
  return {
    nextXact: Number(next),
    sees: (xact) => xact < Number(oldest) || (xact < Number(next) && !open.has(xact)),
  }
}
