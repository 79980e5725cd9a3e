import { tellChange } from './outbox-changes.ts'
import type { CountedRoom } from './records.ts'

/**
 * Reads and photos that arrived after counting ended: the server stores them, and a manager decides whether
 * they count.
 */
export type Late = Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId' | 'inventory' | 'place'> & {
  count: number
}

const key = 'counting-late'

function all(): Late[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Late[]
  } catch {
    return []
  }
}

const isSameRoom = (one: Late, other: CountedRoom) =>
  one.userId === other.userId && one.inventoryId === other.inventoryId && one.placeId === other.placeId

/** One entry per room, with the total of its late reads. */
export function withLate(known: Late[], room: CountedRoom, count: number): Late[] {
  const { userId, inventoryId, placeId, inventory, place } = room
  const before = known.find((one) => isSameRoom(one, room))?.count ?? 0
  const rest = known.filter((one) => !isSameRoom(one, room))
  return [...rest, { userId, inventoryId, placeId, inventory, place, count: before + count }]
}

function keep(late: Late[]) {
  try {
    localStorage.setItem(key, JSON.stringify(late))
  } catch {
    // If the device is full, only the room shows it.
  }
  tellChange()
}

/** How many reads were late. An older server does not return this field. */
export const lateIn = (reply: object) => ('late' in reply ? Number(reply.late) : 0)

export function noteLate(room: CountedRoom, count: number) {
  if (count > 0) keep(withLate(all(), room, count))
}
export const lateOf = (userId: string) => all().filter((one) => one.userId === userId)

/** The person has seen the message. */
export const forgetLate = (userId: string) => keep(all().filter((one) => one.userId !== userId))
