import type { PlaceKind } from '@ats/contract/places.ts'
import { areas, moreCities as cityNames, properties, rooms, zones } from './words.ts'

export type PlannedPlace = { id: string; kind: PlaceKind; name: string; parentId: string | null }

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value)))

/** A fixed id for the n-th record of a group, so that the same size always gives the same organisation. */
export const fixedId = (group: number, index: number) =>
  `00000000-${group.toString(16).padStart(4, '0')}-7000-8000-${index.toString(16).padStart(12, '0')}`

/** A pseudo-random number for every index: the same on every machine. */
export function scatter(index: number, salt: number): number {
  let hash = (index ^ Math.imul(salt, 0x9e3779b1)) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** From the second round on, a name contains the number of the round. */
const again = (turn: number, words: readonly string[]) =>
  turn < words.length ? '' : ` ${Math.floor(turn / words.length) + 1}`

type City = { id: string; name: string }

/** The tree for this many assets: about a hundred per room, and no empty level. */
export function planPlaces(assets: number, seeded: readonly City[], { moreCities = true } = {}) {
  const roomCount = clamp(assets / 100, 40, 100_000)
  const aouCount = clamp(roomCount / 8, 20, 20_000)
  const propertyCount = clamp(aouCount / 10, 10, 3000)
  const mmCount = clamp(propertyCount / 5, 10, 600)
  const extra = moreCities ? cityNames.slice(0, clamp(assets / 250_000, 0, cityNames.length)) : []
  const cities = [...seeded, ...extra.map((name, index) => ({ id: fixedId(0x100, index), name }))]
  const level = (
    kind: PlaceKind,
    group: number,
    count: number,
    parents: readonly City[],
    name: (index: number, turn: number) => string,
  ) =>
    Array.from({ length: count }, (_, index): PlannedPlace => {
      const parentId = parents[index % parents.length]?.id ?? null
      return {
        id: fixedId(group, index),
        kind,
        name: name(index, Math.floor(index / parents.length)),
        parentId,
      }
    })
  const pick = (words: readonly string[], index: number) => words[scatter(index, 7) % words.length] ?? ''
  const mms = level(
    'mm',
    0x101,
    mmCount,
    cities,
    (_, turn) => `MM ${zones[turn % zones.length]}${again(turn, zones)}`,
  )
  const props = level(
    'property',
    0x102,
    propertyCount,
    mms,
    (index, turn) => `${pick(properties, index)} ${turn + 2}`,
  )
  const aous = level('aou', 0x103, aouCount, props, (index, turn) => `${pick(areas, index)} ${turn + 1}`)
  const roomPlaces = level(
    'room',
    0x104,
    roomCount,
    aous,
    (index, turn) => `${pick(rooms, index)} ${turn + 1}`,
  )
  const newCities = cities
    .slice(seeded.length)
    .map((city): PlannedPlace => ({ ...city, kind: 'city', parentId: null }))
  return { places: [...newCities, ...mms, ...props, ...aous, ...roomPlaces], rooms: roomPlaces }
}
