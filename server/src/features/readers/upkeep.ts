import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { isRegisteredElsewhere } from './registered-place.ts'

const daysAhead = 7

/** Makes the days that come, and drops the reads that are older than they are kept. Safe to repeat. */
export async function keepReadDays(db: Db, keptDays: number) {
  const { rows } = await sql<{ day: string }>`select (current_date + n)::date as day
    from generate_series(-1, ${daysAhead}::int) as n`.execute(db)
  for (const { day } of rows) await sql`select make_tag_read_day(${day}::date)`.execute(db)
  const { rows: dropped } = await sql<{ count: number }>`
    select drop_tag_read_days(current_date - ${keptDays}::int) as count`.execute(db)
  return dropped[0]?.count ?? 0
}

/** Assets that a person moved, or whose tag was replaced, while readers see them elsewhere; what is over is forgotten. */
export async function compareSightings(db: Db) {
  await sql`delete from seen_elsewhere using assets where assets.id = seen_elsewhere.asset_id
    and (assets.deleted_at is not null or upper(assets.rfid_tag) is distinct from seen_elsewhere.tag)`.execute(
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
