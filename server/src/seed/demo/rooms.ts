import type { Kysely } from 'kysely'
import { createMaster } from '#features/masters/masters.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'

export type Room = { id: Id; city: string; mm: string; property: string; aou: string; room: string }

const floors: Record<string, readonly [aou: string, rooms: readonly string[]][]> = {
  'Head Office': [
    ['Ground Floor', ['Reception', 'Pantry', 'Meeting Room 1', 'Store']],
    ['First Floor', ['Open Bay', 'Cabin 1', 'Cabin 2', 'Meeting Room 2']],
    ['Second Floor', ['Board Room', 'Training Room', 'Server Room']],
  ],
  'Service Centre': [
    ['Customer Area', ['Reception', 'Waiting Lounge']],
    ['Workshop', ['Repair Bay', 'Spares Store', 'Pantry']],
  ],
  Warehouse: [
    ['East Wing', ['Goods In', 'Racks A', 'Racks B']],
    ['Office', ['Dispatch Desk', 'Store']],
  ],
}

/** Adds areas of use and rooms to every property that has none, as an administrator would. */
export async function furnishProperties(db: Kysely<Tables>, actor: Actor): Promise<Room[]> {
  const properties = await db
    .selectFrom('places as property')
    .innerJoin('places as mm', 'mm.id', 'property.parent_id')
    .innerJoin('places as city', 'city.id', 'mm.parent_id')
    .select(['property.id', 'property.name as property', 'mm.name as mm', 'city.name as city'])
    .where('property.kind', '=', 'property')
    .orderBy('property.id')
    .execute()
  return inTransaction(db, async (tx) => {
    const rooms: Room[] = []
    for (const { id, property, mm, city } of properties)
      for (const [aou, names] of floors[property.slice(city.length + 1)] ?? []) {
        const area = await createMaster(tx, actor, 'aou', { name: aou, parentId: id })
        for (const room of names) {
          const { id: roomId } = await createMaster(tx, actor, 'room', { name: room, parentId: area.id })
          rooms.push({ id: roomId, city, mm, property, aou, room })
        }
      }
    return rooms
  })
}
