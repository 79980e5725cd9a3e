export type MasterName = 'name' | 'state' | 'brand' | 'vendor'
export type PlaceLevel = 'city' | 'mm' | 'property' | 'aou' | 'room'
export type Place = { id: string; level: PlaceLevel; parent: Place | null }

/** A master or a person; a holder without an id is a typed text. */
export type Named = { id: string; name: string }
export type Holder = { id: string | null; text: string | null }

export type ModelAsset = {
  id: string
  assetTagId: string
  name: Named
  state: Named
  brand: Named | null
  vendor: Named | null
  place: Place
  holder: Holder
  tag: string | null
  deleted: boolean
}

export const nobody: Holder = { id: null, text: null }

const above = (place: Place, level: PlaceLevel): string | null => {
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.level === level) return at.id
  return null
}

/** The facts of a version as one text, for comparison. */
export const factsOf = ({ name, state, brand, vendor, place, holder, tag, deleted }: ModelAsset) =>
  [
    ...[name.id, state.id, place.id, above(place, 'city'), above(place, 'mm'), above(place, 'property')],
    ...[above(place, 'aou'), holder.id, holder.text, brand?.id, vendor?.id, tag, deleted],
  ]
    .map((fact) => String(fact ?? ''))
    .join('|')

/** The facts of each asset after each action that changed it. */
export function newTimeline() {
  const entries = new Map<string, { action: number; facts: string }[]>()
  return {
    entries,
    note(action: number, assets: Iterable<ModelAsset>) {
      for (const asset of assets) {
        const facts = factsOf(asset)
        const known = entries.get(asset.id) ?? []
        if (known.at(-1)?.facts === facts) continue
        entries.set(asset.id, [...known, { action, facts }])
      }
    },
  }
}

/** Seeded: the same seed gives the same numbers. */
export function dice(start: number) {
  let state = start | 0
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (count: number) => Math.floor(roll() * count)
  return { roll, upTo, pick: <T>(list: readonly T[]) => list[upTo(list.length)] as T }
}
