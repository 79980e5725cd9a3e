import type { RoomToCount } from '@ats/contract/inventories/counting.ts'

export const roomName = ({ names }: Pick<RoomToCount, 'names'>, placeNames: string[]) =>
  names.at(-1) ?? placeNames.at(-1) ?? ''

/** The rooms whose path contains all words of the search. */
export function roomsWith(rooms: RoomToCount[], search: string): RoomToCount[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rooms.filter(({ names }) => {
    const path = names.join(' ').toLowerCase()
    return words.every((word) => path.includes(word))
  })
}

const pathOf = (names: string[]) => names.join('\n')

/** Rooms, without the places that contain others: a property or an area is not a room to go to. */
function roomsOnly(rooms: RoomToCount[]): RoomToCount[] {
  const above = new Set(rooms.flatMap(({ names }) => names.map((_, depth) => pathOf(names.slice(0, depth)))))
  return rooms.filter(({ names }) => !above.has(pathOf(names)))
}

/**
 * The next room by path that nobody has counted yet, wrapping around at the end. Undefined if all are
 * counted.
 */
export function nextRoom(rooms: RoomToCount[], current: string): RoomToCount | undefined {
  const at = rooms.findIndex(({ _id }) => _id === current)
  const inTurn = [...rooms.slice(at + 1), ...rooms.slice(0, Math.max(0, at))]
  const ids = new Set(roomsOnly(rooms).map(({ _id }) => _id))
  return inTurn.find(({ _id, countedAt }) => countedAt === null && ids.has(_id))
}
