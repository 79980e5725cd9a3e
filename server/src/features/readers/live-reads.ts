import { type LiveRead, mostLiveReads } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { cityNamed, placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { inPlaces, withinScope } from '#kernel/scope.ts'
import { isRecentRead, shownReaderIds } from './queries.ts'

/** A person who counts a room blind must not see what is in it. */
const notIn = (actor: Actor) =>
  actor.withheld === null
    ? sql``
    : sql` and not exists (select from places
        where places.id = tag_reads.place_id and ${inPlaces(actor.withheld, 'places')})`

type Wanted = { location?: string | undefined; readerId?: Id | undefined; seconds: number }

/** The latest reads of the readers in scope. */
export async function liveReads(db: Db, actor: Actor, { location, readerId, seconds }: Wanted) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const ids = await shownReaderIds(db, actor, { cityId: city?.id, readerId })
  const { rows } = await sql<LiveRead>`with latest as materialized (
      select * from tag_reads where ${isRecentRead} and received_at > now() - make_interval(secs => ${seconds}::int)
        and reader_id = any(${ids}::uuid[])${notIn(actor)}
      order by received_at desc, tag, read_at desc limit ${sql.lit(mostLiveReads + 1)}
    )
    select latest.tag, latest.read_at as "readAt", received_at as "receivedAt", latest.reader_id as "readerId",
      readers.name as reader, latest.antenna, latest.rssi, latest.count,
      (select ${placeNames} from places where places.id = latest.place_id) as "placeNames",
      coalesce(point.min_rssi is null or latest.rssi is null or latest.rssi >= point.min_rssi, false)
        and latest.place_id is not null as counts,
      (select jsonb_build_object('_id', assets.id, 'assetTagId', asset_tag_id(assets.number),
          'assetName', (select name from asset_names where asset_names.id = assets.name_id))
        from assets where upper(assets.rfid_tag) = latest.tag and assets.deleted_at is null
          and ${withinScope(actor, 'assets')}) as asset
    from latest join readers on readers.id = latest.reader_id
    left join lateral (
      select min_rssi from read_points where read_points.reader_id = latest.reader_id
        and read_points.antenna in (latest.antenna, 0) order by read_points.antenna desc limit 1) as point on true
    order by received_at desc, latest.tag, latest.read_at desc`.execute(db)
  return { reads: rows.slice(0, mostLiveReads), more: rows.length > mostLiveReads }
}
