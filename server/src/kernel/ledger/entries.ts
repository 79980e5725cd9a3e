import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '#kernel/db/tables.ts'

type Entry = Selectable<Tables['events']>

/**
 * The entries with these numbers and times, as `events`. The time leads to the month; a number alone would be
 * looked up in every month. The offset keeps the planner from joining all months.
 */
export const entriesAt = (wanted: RawBuilder<unknown>) => sql<Entry>`(
  select entry.* from (${wanted}) as wanted (id, at) cross join lateral (
    select * from events where events.id = wanted.id and events.at = wanted.at offset 0) as entry)`

/** The few entries with these numbers, looked up in every month. */
export const entriesOf = (ids: readonly number[]) =>
  sql<Entry>`(select * from events where id = any(${ids}::bigint[]))`

export const allEntries = sql<Entry>`events`
