import { counting, type ExpectedAsset, type RoomToCount } from '@ats/contract/inventories/counting.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { fetchOrKept, forgetInventories, keptOrFetch } from './outbox/kept.ts'
import type { Expected } from './tag-class.ts'

/** What a phone can store and search without delay. */
const mostRooms = 5_000
const mostExpected = 50_000

export const toCount = (userId: string) =>
  queryOptions({
    queryKey: ['counting', userId],
    meta: { live: [] },
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const fetch = () => call(counting.toCount, {}, { signal })
      const known = await fetchOrKept(userId, 'inventories', fetch)
      const ids = known.value.inventories.map(({ _id }) => _id)
      if (known.at === null) await forgetInventories(userId, ids).catch(() => undefined)
      return known
    },
  })

export const roomsOf = (userId: string, inventoryId: string) =>
  queryOptions({
    queryKey: ['counting', userId, inventoryId, 'rooms'],
    meta: { live: [] },
    staleTime: 0,
    queryFn: ({ signal }) =>
      fetchOrKept(userId, `rooms ${inventoryId}`, () => fetchRooms(inventoryId, signal)),
  })

async function fetchRooms(id: string, signal: AbortSignal) {
  const rooms: RoomToCount[] = []
  let after: string | null | undefined
  do {
    const query = { size: 500, ...(after && { after }) }
    const page = await call(counting.rooms, { params: { id }, query }, { signal })
    rooms.push(...page.rooms)
    after = page.next
  } while (after !== null && rooms.length < mostRooms)
  return { rooms, isComplete: after === null }
}

/** For a place with more rooms than the device stores. */
export const roomsFound = (inventoryId: string, search: string) =>
  queryOptions({
    queryKey: ['counting', 'search', inventoryId, search],
    meta: { live: [] },
    enabled: search !== '',
    queryFn: ({ signal }) =>
      call(counting.rooms, { params: { id: inventoryId }, query: { size: 50, search } }, { signal }),
  })

type ExpectedSet = { assets: ExpectedAsset[]; isComplete: boolean }

/**
 * The expected assets are frozen when counting starts, so they are fetched once; for a blind inventory never.
 */
export const expectedOf = (userId: string, inventory: { _id: string; blind: boolean } | undefined) =>
  queryOptions({
    queryKey: ['counting', userId, inventory?._id, 'expected'],
    meta: { live: [] },
    enabled: inventory !== undefined && !inventory.blind,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Expected> => {
      const id = inventory?._id ?? ''
      const { assets, isComplete } = await keptOrFetch<ExpectedSet>(userId, `expected ${id}`, () =>
        fetchExpected(id, signal),
      )
      return { isComplete, byTag: new Map(assets.map((asset) => [asset.tag, asset])) }
    },
  })

async function fetchExpected(id: string, signal: AbortSignal): Promise<ExpectedSet> {
  const assets: ExpectedAsset[] = []
  let after: string | null | undefined
  do {
    const query = { size: 5_000, ...(after && { after }) }
    const page = await call(counting.expected, { params: { id }, query }, { signal })
    assets.push(...page.expected)
    after = page.next
  } while (after !== null && assets.length < mostExpected)
  return { assets, isComplete: after === null }
}
