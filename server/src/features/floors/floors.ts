import type { floorChange, newFloor } from '@ats/contract/floors.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { box, floorById, isSeen } from './queries.ts'

/** How much of its property a person needs: all of it, or a room to draw. */
export type Needs = 'property' | 'part'

/** The floor, locked together with its property, so that two plans of a property are not drawn at the same time. */
export async function floorForUpdate(tx: Db, actor: Actor, id: Id, needs: Needs = 'property') {
  const row = await tx
    .selectFrom('floors')
    .innerJoin('places', 'places.id', 'floors.property_id')
    .select([
      ...(['floors.id', 'floors.name', 'floors.position', 'floors.aspect', 'floors.picture'] as const),
      ...(['floors.property_id as propertyId', 'floors.shapes'] as const),
      sql<boolean>`coalesce(${withinScope(actor, 'places')}, false)`.as('isOwn'),
    ])
    .where('floors.id', '=', id)
    .where(isSeen(actor))
    .forNoKeyUpdate(['floors', 'places'])
    .executeTakeFirst()
  const floor = found(row, 'floor-not-found')
  if (needs === 'property' && !floor.isOwn) throw new Problem('forbidden')
  return floor
}
export type FloorRow = Awaited<ReturnType<typeof floorForUpdate>>

/** The floor's fields of a ledger entry. */
export const lineAbout = ({ id, name, propertyId }: Pick<FloorRow, 'id' | 'name' | 'propertyId'>) => ({
  ...{ kind: 'floor' as const, id, place: propertyId, name },
})

/** The rooms of a floor that are in scope, as a change of the plan names them. */
export const roomsInScope = (db: Db, actor: Actor, id: Id) =>
  db
    .selectFrom('floor_rooms')
    .innerJoin('places', 'places.id', 'floor_rooms.place_id')
    .select(['places.id as placeId', box.as('box')])
    .where('floor_rooms.floor_id', '=', id)
    .where(sql<SqlBool>`${withinScope(actor, 'places')}`)
    .orderBy('places.id')
    .execute()

/** Rejects a change of an outdated version. */
export const mustBeFloorVersion = (tx: Db, actor: Actor, floor: FloorRow, version: number | undefined) =>
  mustBeVersion(tx, { kind: 'floor', id: floor.id }, version, async () => {
    const { name, position, aspect, shapes } = floor
    return plainFields({ name, position, aspect, shapes, rooms: await roomsInScope(tx, actor, floor.id) })
  })

const nameTaken = { floors_name: () => invalid('name', 'floor-name-taken') }

export async function addFloor(tx: Db, actor: Actor, given: z.output<typeof newFloor>) {
  const { propertyId, name, position, aspect } = given
  const property = await placeChosen(tx, actor, propertyId, 'propertyId')
  if (property.kind !== 'property') throw invalid('propertyId', 'place-unknown')
  const values = { property_id: propertyId, name, position, aspect, created_by: actor.id }
  const insert = tx.insertInto('floors').values(values).returning('id').executeTakeFirstOrThrow()
  const { id } = await refusing(insert, nameTaken)
  const after = { name, position, aspect, place: await placePathOf(tx, propertyId) }
  await record(tx, actor, { action: 'floor.created', ...lineAbout({ id, name, propertyId }), after })
  return floorById(tx, actor, id)
}

export async function changeFloor(tx: Db, actor: Actor, id: Id, change: z.output<typeof floorChange>) {
  const floor = await floorForUpdate(tx, actor, id)
  const { version, ...set } = change
  await mustBeFloorVersion(tx, actor, floor, version)
  const before = { name: floor.name, position: floor.position, aspect: floor.aspect }
  const after = {
    name: set.name ?? before.name,
    position: set.position ?? before.position,
    aspect: set.aspect ?? before.aspect,
  }
  const changes = difference(before, after)
  if (changes === undefined) return floorById(tx, actor, id)
  await refusing(tx.updateTable('floors').set(after).where('id', '=', id).execute(), nameTaken)
  const changed = await floorById(tx, actor, id)
  await record(tx, actor, {
    ...{ action: 'floor.changed', ...lineAbout({ ...floor, name: after.name }), version: changed.version },
    ...changes,
  })
  return changed
}

export async function removeFloor(tx: Db, actor: Actor, id: Id) {
  const floor = await floorForUpdate(tx, actor, id)
  await tx.deleteFrom('floors').where('id', '=', id).execute()
  const before = { name: floor.name, place: await placePathOf(tx, floor.propertyId) }
  await record(tx, actor, { action: 'floor.deleted', ...lineAbout(floor), before })
  return floor.picture
}
