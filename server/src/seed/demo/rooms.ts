import type { Kysely } from 'kysely'
import { createMaster } from '#features/masters/masters.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'

export type Room = { id: Id; city: string; mm: string; property: string; aou: string; room: string }

type Areas = Record<string, readonly string[]>

const areas: Record<string, Areas> = {
  'Head Office': {
    'Ground Floor': ['Reception', 'Pantry', 'Meeting Room 1', 'Store'],
    'First Floor': ['Open Bay', 'Cabin 1', 'Cabin 2', 'Meeting Room 2'],
    'Second Floor': ['Board Room', 'Training Room', 'Server Room'],
  },
  'Service Centre': {
    'Customer Area': ['Reception', 'Waiting Lounge'],
    Workshop: ['Repair Bay', 'Spares Store', 'Pantry'],
  },
  Warehouse: {
    'East Wing': ['Goods In', 'Racks A', 'Racks B'],
    Office: ['Dispatch Desk', 'Store'],
  },
}

const groundFloor = {
  'Ground Floor': ['Mail Room', 'Security Desk', 'Visitor Lounge', 'First Aid', 'Cafeteria'],
}
const warehouse = { 'East Wing': ['Racks C', 'Packing'], Office: ['Manager', 'Rest Room'] }

/** The properties of `MM North` that have plans are larger than the others. */
const furtherAreas: Record<string, Areas> = {
  'Indore Head Office': {
    ...groundFloor,
    'First Floor': ['Project Room', 'Cabin 3', 'Quiet Room', 'Print Room', 'Finance', 'Phone Booths'],
    'Second Floor': ['Design Studio', 'Archive', 'Lab', 'Pantry 2', 'Cabin 4', 'Terrace Lounge'],
  },
  'Indore Service Centre': {
    'Customer Area': ['Cash Desk', 'Demo Room'],
    Workshop: ['Test Bench', 'Tool Room', 'Parts Wash'],
  },
  'Indore Warehouse': warehouse,
  'Mumbai Warehouse': warehouse,
  'Pune Head Office': groundFloor,
}

/** The areas of use of a property, each with its rooms. */
function areasOf({ property, city, mm }: Pick<Room, 'property' | 'city' | 'mm'>): [string, string[]][] {
  const further = (mm === 'MM North' && furtherAreas[property]) || {}
  const known = areas[property.slice(city.length + 1)] ?? {}
  return Object.entries(known).map(([aou, rooms]) => [aou, [...rooms, ...(further[aou] ?? [])]])
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
    for (const { id, ...site } of properties)
      for (const [aou, names] of areasOf(site)) {
        const area = await createMaster(tx, actor, 'aou', { name: aou, parentId: id })
        for (const room of names) {
          const { id: roomId } = await createMaster(tx, actor, 'room', { name: room, parentId: area.id })
          rooms.push({ id: roomId, ...site, aou, room })
        }
      }
    return rooms
  })
}
