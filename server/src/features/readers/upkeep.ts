import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#kernel/db/db.ts'
import { isRegisteredElsewhere } from './registered-place.ts'
import { noReader } from './writer/letters.ts'

/** Enough for a week in which no partition could be created. */
const daysAhead = 14
const lockNotGiven = '55P03'

/**
 * Creates the partitions of the coming days, and drops reads beyond their retention, unless somebody locks
 * the table, such as a backup. Then the rest is left for the next run. Safe to repeat.
 */
export async function keepReadDays(db: Db, keptDays: number): Promise<number> {
  const { rows } = await sql<{ day: string }>`select (current_date + n)::date as day
    from generate_series(-1, ${daysAhead}::int) as n`.execute(db)
  for (const { day } of rows) await sql`select make_tag_read_day(${day}::date)`.execute(db)
  for (let dropped = 0; ; dropped += 1)
    try {
      const { rows: gone } = await sql<{ part: string | null }>`
        select drop_tag_read_day(current_date - ${keptDays}::int) as part`.execute(db)
      if ((gone[0]?.part ?? null) === null) return dropped
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === lockNotGiven) return dropped
      throw error
    }
}

const mostAtOnce = 1000

/** Deletes and counts dead letters that nobody handled within the retention of reads. Safe to repeat. */
export async function forgetOldLetters(db: Db, keptDays: number): Promise<number> {
  for (let gone = 0; ; ) {
    const { rows } = await sql<{ count: number }>`with old as (
        delete from dead_letters where id in (select id from dead_letters
          where dead_at < now() - make_interval(days => ${keptDays}::int) order by dead_at, id
          limit ${sql.lit(mostAtOnce)} for update skip locked)
        returning coalesce(reader_id, ${noReader}::uuid) as reader_id
      ), counted as (
        select reader_id, count(*) as count from old group by reader_id order by reader_id
      ), noted as (
        update dead_letter_totals set dropped = dropped + counted.count, dropped_at = now() from counted
        where dead_letter_totals.reader_id = counted.reader_id
      )
      select count(*) as count from old`.execute(db)
    const count = rows[0]?.count ?? 0
    gone += count
    if (count < mostAtOnce) return gone
  }
}

/**
 * Compares sightings with the present places and tags of assets, because a person may have moved an asset or
 * replaced its tag. Deletes outdated rows and adds missing ones.
 */
export async function compareSightings(db: Db) {
  await sql`delete from seen_elsewhere using assets where assets.id = seen_elsewhere.asset_id
    and (assets.deleted_at is not null or upper(assets.rfid_tag) is distinct from seen_elsewhere.tag
      or not exists (select from places as seen where seen.id = seen_elsewhere.place_id and ${isRegisteredElsewhere}))`.execute(
    db,
  )
  await sql`insert into seen_elsewhere (asset_id, tag, place_id, since, left_property)
    select assets.id, last_seen.tag, seen.id, last_seen.since,
      assets.property_id is not null and assets.property_id is distinct from seen.property_id
    from last_seen join assets on upper(assets.rfid_tag) = last_seen.tag and assets.deleted_at is null
    join places as seen on seen.id = last_seen.place_id
    where ${isRegisteredElsewhere}
    on conflict (asset_id) do nothing`.execute(db)
}
