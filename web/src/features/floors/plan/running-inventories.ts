import type { ListedInventory } from '@ats/contract/inventories/inventories.ts'

const isWithin = (names: readonly string[], above: readonly string[]) =>
  above.every((name, at) => names[at] === name)

/** Whether one of two places contains the other, by their paths from the city. */
export const overlap = (one: readonly string[], other: readonly string[]) =>
  isWithin(one, other) || isWithin(other, one)

type Listed = Pick<ListedInventory, 'status' | 'total' | 'placeNames'>

/** Inventories that are being counted in the property, or in a place that contains it, with visible progress. */
export const runningInventories = <One extends Listed>(all: readonly One[], property: readonly string[]) =>
  all.filter(
    ({ status, total, placeNames }) =>
      (status === 'counting' || status === 'review') && total !== null && overlap(placeNames, property),
  )
