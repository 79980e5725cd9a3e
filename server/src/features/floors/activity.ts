import type { PlanMove, RoomActivity } from '@ats/contract/floors.ts'
import { sql } from 'kysely'
import { isRecentRead } from '#features/readers/readers.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { withinScope } from '#kernel/scope.ts'
import { type BoxPart, boxParts, partRows } from './boxes.ts'
import { floorById } from './queries.ts'

const mostMoves = 200

async function readsIn(db: Db, parts: readonly BoxPart[], seconds: number): Promise<RoomActivity[]> {
  const { rows } = await sql<RoomActivity>`with latest as materialized (
      select tag, read_at, count, place_id from tag_reads
      where ${isRecentRead} and received_at > now() - make_interval(secs => ${seconds}::int) and place_id is not null
    )
    select part.box_id as "placeId", sum(latest.count)::int as reads, count(distinct latest.tag)::int as tags,
      max(latest.read_at) as "lastReadAt"
    from latest join ${partRows(parts)} on part.place_id = latest.place_id
    group by part.box_id order by part.box_id`.execute(db)
  return rows
}

/**
 * A movement begins with the first read in the new place, and is known after some more. Its id contains the
 * time at which it was written, which is the time that matters to a live view. A late one is left out.
 */
const isNew = (seconds: number) => sql`movements.id >= (lpad(to_hex(
    (extract(epoch from now() - make_interval(secs => ${seconds}::int)) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid and movements.at > now() - interval '1 hour'`

/** Movements into, out of and between the boxes; a place that is in no box has no id. */
async function movesIn(db: Db, actor: Actor, parts: readonly BoxPart[], seconds: number) {
  const { rows } = await sql<PlanMove>`with part as materialized (
      select * from ${partRows(parts)}
    ), latest as materialized (
      select movements.id, movements.tag, movements.at, origin.box_id as from_id, target.box_id as to_id
      from movements
      left join part as origin on origin.place_id = movements.from_place_id
      left join part as target on target.place_id = movements.to_place_id
      where ${isNew(seconds)} and origin.box_id is distinct from target.box_id
    )
    select latest.id as _id, jsonb_build_object('_id', assets.id, 'assetTagId', asset_tag_id(assets.number),
        'assetName', (select name from asset_names where asset_names.id = assets.name_id)) as asset,
      latest.from_id as "fromPlaceId", latest.to_id as "toPlaceId", latest.at
    from latest join assets on upper(assets.rfid_tag) = latest.tag and assets.deleted_at is null
    where ${withinScope(actor, 'assets')}
    order by latest.id desc limit ${sql.lit(mostMoves)}`.execute(db)
  return rows
}

/** What readers saw on a floor in the last seconds. */
export async function floorActivity(db: Db, actor: Actor, id: Id, seconds: number) {
  await floorById(db, actor, id)
  const parts = await boxParts(db, actor, id)
  const { rows } = await sql<{ at: string }>`select now() as at`.execute(db)
  return {
    at: rows[0]?.at ?? '',
    rooms: await readsIn(db, parts, seconds),
    moves: await movesIn(db, actor, parts, seconds),
  }
}
