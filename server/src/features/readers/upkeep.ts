import { type Kysely, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { unlessLocked } from '#kernel/db/end-rows.ts'
import { isLockTimeout, makePartitionsOf } from '#kernel/db/partitions.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { isRegisteredElsewhere } from './registered-place.ts'
import { noReader } from './writer/letters.ts'

/**
 * Makes the coming partitions, and drops reads beyond their retention, unless somebody locks the table, such
 * as a backup. Then the rest is left for the next run. Safe to repeat.
 */
export async function keepReadDays(db: Db, keptDays: number): Promise<number> {
  await makePartitionsOf(db)
  for (let dropped = 0; ; dropped += 1)
    try {
      const { rows: gone } = await sql<{ part: string | null }>`
        select drop_tag_read_day(current_date - ${keptDays}::int) as part`.execute(db)
      if ((gone[0]?.part ?? null) === null) return dropped
    } catch (error) {
      if (isLockTimeout(error)) return dropped
      throw error
    }
}

const mostAtOnce = 1000
/** What is left after that many batches waits for the next run. */
const batchesInRun = 500

/** Deletes and counts dead letters that nobody handled within the retention of reads. Safe to repeat. */
export async function forgetOldLetters(db: Kysely<Tables>, keptDays: number): Promise<number> {
  const forget = sql<{ count: number }>`with old as (
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
    select count(*) as count from old`
  let gone = 0
  for (let batch = 0; batch < batchesInRun; batch += 1) {
    const count = (await unlessLocked(db, (tx) => forget.execute(tx)))?.rows[0]?.count ?? 0
    gone += count
    if (count < mostAtOnce) break
  }
  return gone
}

/** Where the next run continues. */
let walkedTo = ''

/**
 * Deletes the last places of tags that were on no asset, ever, and that no reader has seen for long. Walks
 * through a part of these tags, and starts over at the end. Safe to repeat.
 */
export async function forgetForeignTags(db: Kysely<Tables>, keptDays: number): Promise<number> {
  let gone = 0
  for (let batch = 0; batch < batchesInRun; batch += 1) {
    const step = await unlessLocked(db, (tx) => forgetForeignTagsAfter(tx, walkedTo, keptDays))
    walkedTo = step?.last ?? ''
    gone += step?.count ?? 0
    if (walkedTo === '') break
  }
  return gone
}

const mayBeForeign = sql`(last_seen.is_unknown or last_seen.place_id is null)`
const wasOnAsset = (detached: boolean) => sql`exists (select from asset_tags
  where upper(rfid_tag) = last_seen.tag and detached_at is ${sql.raw(detached ? 'not null' : 'null')})`

async function forgetForeignTagsAfter(tx: Db, after: string, keptDays: number) {
  const { rows } = await sql<{ last: string | null; count: number }>`with walked as materialized (
      select tag from last_seen where ${mayBeForeign} and tag > ${after} order by tag limit ${sql.lit(mostAtOnce)}
    ), old as materialized (
      select last_seen.tag from walked join last_seen on last_seen.tag = walked.tag
      where ${mayBeForeign} and read_at < now() - make_interval(days => ${keptDays}::int)
        and not ${wasOnAsset(false)} and not ${wasOnAsset(true)}
      order by last_seen.tag for update of last_seen skip locked
    ), gone as (
      delete from last_seen using old where last_seen.tag = old.tag returning old.tag
    )
    select (select max(tag) from walked) as last, (select count(*) from gone) as count`.execute(tx)
  return rows[0]
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
