import { assets } from '@ats/contract/assets/assets.ts'
import {
  type InventoryChange,
  type InventoryFilter,
  type InventoryStatus,
  inventories,
  inventoryFilter,
  type NewInventory,
} from '@ats/contract/inventories/inventories.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

type Scope = { location?: string }

export const reportFilter = inventoryFilter.omit({ location: true, search: true }).extend(tableSize)

export const inventoryList = (query: Partial<InventoryFilter>) => listQuery(inventories.list, { query })

const mostOpen = 50

/** Planned, in counting or under review, newest first. */
export const openInventories = (scope: Scope) =>
  query(inventories.list, { query: { ...scope, status: 'open', size: mostOpen } })

const askAgainMs = 1500
/** A job is working on it. */
export const isInHand = (status: InventoryStatus) => status === 'starting' || status === 'approving'

export const inventoryById = (id: string) =>
  query(
    inventories.get,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && isInHand(state.data.status) ? askAgainMs : false),
      staleTime: 0,
    },
  )

type ProgressQuery = { cursor?: string | undefined; size: number; search: string; open: 'true' | 'false' }

export const progressFilter = inventories.progress.query.extend(tableSize)

/** Rooms and devices; unlike a list, it is replaced whenever something was counted. */
export const inventoryProgress = (id: string, rooms: ProgressQuery) =>
  query(inventories.progress, { params: { id }, query: rooms }, { keepsPrevious: true })

/** The number of assets registered in a place and below it. */
export const assetsInPlace = (placeId: string) =>
  query(assets.list, { query: { placeId, size: 1 } }, { staleTime: 0 })

/** Devices that must be waited for before counting ends. */
export const unsentDevices = (id: string) =>
  query(inventories.unsent, { params: { id } }, { select: (reply) => reply.devices, staleTime: 0 })

const inBackground = { inBackground: true }

export const usePlan = () =>
  useChange(inventories.plan, (body: NewInventory) => ({ body }), inBackground).mutateAsync

export const useChangePlan = (id: string) =>
  useChange(inventories.change, (body: InventoryChange) => ({ params: { id }, body }), inBackground)
    .mutateAsync

export const useStart = (id: string) =>
  useChange(inventories.start, () => ({ params: { id } }), inBackground).mutateAsync

export const useEndCounting = (id: string) =>
  useChange(
    inventories.review,
    (leaveOut: string[]) => ({ params: { id }, body: { leaveOut } }),
    inBackground,
  ).mutateAsync

export const useRecount = (id: string) =>
  useChange(inventories.recount, () => ({ params: { id } }), inBackground).mutateAsync

export const useApprove = (id: string) =>
  useChange(inventories.approve, (body: { openReason?: string }) => ({ params: { id }, body }), inBackground)
    .mutateAsync

type Exception = { userId: string; reason: string }
export const useAllowException = (id: string) =>
  useChange(inventories.allowException, (body: Exception) => ({ params: { id }, body }), inBackground)
    .mutateAsync

type Cancelled = { reason: string; endSeries: boolean }
export const useCancelInventory = (id: string) =>
  useChange(inventories.cancel, (body: Cancelled) => ({ params: { id }, body }), inBackground).mutateAsync
