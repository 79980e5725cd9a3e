import { type Inventory, inventories, type ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { type InventoryItem, inventoryReview } from '@ats/contract/inventories/review.ts'
import { idOf, onePage } from './listed.ts'
import { respond } from './responses.ts'

const noFigures = { total: null, found: null, notFound: null, access: null }

export const listedInventory = (given: Partial<ListedInventory> = {}): ListedInventory => ({
  ...{ _id: idOf(1), id: 1, inventoryId: 'INV-2026-0001', inventoryDate: null, mm: 'All', property: 'All' },
  ...{ createdBy: 'Asha Rao', status: 'planned', placeId: idOf(2), placeNames: ['Indore', 'MM North'] },
  ...{ ...noFigures, blind: false, dueOn: null, ...given },
})

/** Planned and without figures; `given` overrides it. */
export const inventory = (given: Partial<Inventory> = {}): Inventory => ({
  ...listedInventory(),
  ...{ version: 1, repeat: null, fixedReaders: false, people: [], createdAt: '2026-11-01T05:00:00Z' },
  ...{ misplaced: null, seenByHand: null, outside: null, binned: null, unknown: null, weak: null },
  ...{
    unresolved: null,
    reviewedAt: null,
    openReason: null,
    approvedBy: null,
    approvedAt: null,
    counts: true,
  },
  ...{ approver: null, mustCount: null, countedShare: null, exception: null },
  ...{ hasCounted: false, manages: true, approvalRefused: null, lateReads: 0, job: null, ...given },
})

export const reviewed = (given: Partial<Inventory> = {}) =>
  inventory({
    ...{ status: 'review', inventoryDate: '2026-11-10T04:00:00Z', reviewedAt: '2026-11-11T12:00:00Z' },
    ...{ total: 4, found: 3, notFound: 1, access: 3, misplaced: 1, unresolved: 5, ...given },
  })

export const item = (number: number, given: Partial<InventoryItem> = {}): InventoryItem => ({
  ...{ _id: idOf(100 + number), class: 'misplaced', assetId: idOf(200 + number), tag: `E2${number}` },
  ...{ assetTagId: `A000000${number}`, assetName: 'Projector', expectedPlaceId: idOf(3) },
  ...{ expectedPlace: ['Indore', 'Front office'], seenPlaceId: idOf(4) },
  ...{ seenPlace: ['Indore', 'Store room'], seenBy: ['Ravi'], seenAt: '2026-11-10T06:00:00Z', reads: 1 },
  ...{ rssi: -52, weak: true, severalRooms: false, sightingId: null, note: null, resolution: null },
  ...{ resolutionName: null, resolvedBy: null, outcome: null, ...given },
})

export function respondToInventory(one: Inventory, items: InventoryItem[] = []) {
  respond(inventories.get, one)
  respond(inventoryReview.items, { items, ...onePage(items.length) })
}
