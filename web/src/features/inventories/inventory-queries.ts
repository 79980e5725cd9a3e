import { assets } from '@ats/contract/assets/assets.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import {
  type InventoryChange,
  type InventoryFilter,
  type InventoryStatus,
  inventories,
  inventoryFilter,
  type NewInventory,
} from '@ats/contract/inventories/inventories.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'
import { touched, useInventoryMutation } from './inventory-mutation.ts'

type Scope = { location?: string }

export const reportFilter = inventoryFilter
  .omit({ location: true, status: true, search: true })
  .extend(tableSize)

export const inventoryList = (query: Partial<InventoryFilter>) =>
  queryOptions({
    queryKey: ['inventories', 'list', query],
    meta: { live: ['inventory'], rows: 'inventories' },
    queryFn: ({ signal }) => call(inventories.list, { query }, { signal }),
    select: pageOf('inventories'),
    placeholderData: keepPreviousData,
  })

const mostOpen = 50

/** What is planned, counted or under review, the newest first. */
export const openInventories = (scope: Scope) =>
  queryOptions({
    queryKey: ['inventories', 'open', scope],
    meta: { live: ['inventory'] },
    queryFn: ({ signal }) =>
      call(inventories.list, { query: { ...scope, status: 'open', size: mostOpen } }, { signal }),
    placeholderData: keepPreviousData,
  })

const askAgainMs = 1500
/** A job has it in hand. */
export const isInHand = (status: InventoryStatus) => status === 'starting' || status === 'approving'

export const inventoryById = (id: string) =>
  queryOptions({
    queryKey: ['inventories', 'one', id],
    meta: { live: ['inventory'] },
    queryFn: ({ signal }) => call(inventories.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isInHand(state.data.status) ? askAgainMs : false),
    staleTime: 0,
  })

type ProgressQuery = { cursor?: string | undefined; size: number; search: string; open: 'true' | 'false' }

export const progressFilter = inventories.progress.query.extend(tableSize)

/** Rooms and devices; unlike a list it is shown anew whenever something was counted. */
export const inventoryProgress = (id: string, query: ProgressQuery) =>
  queryOptions({
    queryKey: ['inventories', 'progress', id, query],
    meta: { live: ['inventory'] },
    queryFn: ({ signal }) => call(inventories.progress, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many assets are registered in a place and below it. */
export const assetsInPlace = (placeId: string) =>
  queryOptions({
    queryKey: ['assets', 'count', placeId],
    meta: { live: ['asset'] },
    queryFn: async ({ signal }) => {
      const { total, totalIsExact } = await call(assets.list, { query: { placeId, size: 1 } }, { signal })
      return { total, totalIsExact }
    },
    staleTime: 0,
  })

/** Who can be chosen to count a place. */
export const peopleToCount = (placeId: string, search: string) =>
  queryOptions({
    queryKey: ['users', 'to-count', placeId, search],
    meta: { live: ['user'] },
    queryFn: async ({ signal }) =>
      (await call(counting.people, { query: { placeId, search, size: 8 } }, { signal })).people,
    placeholderData: keepPreviousData,
  })

/** Devices that counting has to wait for. */
export const unsentDevices = (id: string) =>
  queryOptions({
    queryKey: ['inventories', 'unsent', id],
    meta: { live: ['inventory'] },
    queryFn: async ({ signal }) => (await call(inventories.unsent, { params: { id } }, { signal })).devices,
    staleTime: 0,
  })

/** What is applied on approval shows in many lists. */
const touchedByAll = [...touched, ['assets'], ['state-changes'], ['masters'], ['dashboard']]

export const usePlan = () => useInventoryMutation((body: NewInventory) => call(inventories.plan, { body }))

export const useChangePlan = (id: string) =>
  useInventoryMutation((body: InventoryChange) => call(inventories.change, { params: { id }, body }))

export const useStart = (id: string) =>
  useInventoryMutation(() => call(inventories.start, { params: { id } }))

export const useEndCounting = (id: string) =>
  useInventoryMutation((leaveOut: string[]) =>
    call(inventories.review, { params: { id }, body: { leaveOut } }),
  )

export const useRecount = (id: string) =>
  useInventoryMutation(() => call(inventories.recount, { params: { id } }))

export const useApprove = (id: string) =>
  useInventoryMutation(() => call(inventories.approve, { params: { id } }), touchedByAll)

export const useCancelInventory = (id: string) =>
  useInventoryMutation((body: { reason: string; endSeries: boolean }) =>
    call(inventories.cancel, { params: { id }, body }),
  )
