import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { registerInScope } from '#kernel/scope.ts'

/** A place whose assets belong to a box of the plan: the place that is drawn, or a part of it. */
export type BoxPart = { boxId: Id; placeId: Id }

/**
 * The boxes of a floor with their parts. The box of an AoU stands for the AoU itself and for those of its
 * rooms that are on no plan, so that no asset is counted in two boxes. Places that the actor does not see or
 * counts blind are left out.
 */
export async function boxParts(db: Db, actor: Actor, floorId: Id): Promise<BoxPart[]> {
  const { rows } = await sql<BoxPart>`
    select places.id as "boxId", places.id as "placeId"
    from floor_rooms join places on places.id = floor_rooms.place_id
    where floor_rooms.floor_id = ${floorId} and ${registerInScope(actor)}
    union all
    select places.aou_id, places.id from floor_rooms as drawn
    join places on places.aou_id = drawn.place_id and places.kind = 'room'
    where drawn.floor_id = ${floorId} and ${registerInScope(actor)}
      and not exists (select from floor_rooms where floor_rooms.place_id = places.id)`.execute(db)
  const boxes = new Set(rows.filter(({ boxId, placeId }) => boxId === placeId).map(({ boxId }) => boxId))
  return rows.filter(({ boxId }) => boxes.has(boxId))
}

/** The same as rows of a statement. */
export const partRows = (parts: readonly BoxPart[]) =>
  sql`unnest(${parts.map(({ boxId }) => boxId)}::uuid[], ${parts.map(({ placeId }) => placeId)}::uuid[])
    as part (box_id, place_id)`
