import { type FloorChange, type FloorPlan, floors, type NewFloor } from '@ats/contract/floors.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

type Scope = { location?: string }

const listMs = 5 * 60_000
/** The live stream does not announce what readers see, so layers that show it poll. */
const seenMs = 15_000
const activityMs = 3_000
/** Longer than the interval, so that a late request misses nothing. */
const activitySeconds = 6

/** One request for the city: links of all rows share it. */
export const floorList = (scope: Scope) =>
  query(floors.list, { query: scope }, { select: (reply) => reply.floors, staleTime: listMs })

/** The floor on which a room is drawn; null if there is none. */
export const floorOfPlace = (placeId: string) =>
  query(
    floors.list,
    { query: { placeId } },
    { select: ({ floors: [first] }) => first ?? null, staleTime: listMs },
  )

export const planOf = (id: string) => query(floors.plan, { params: { id } })

type Wanted = { search: string; inventoryId: string | undefined }

export const factsOf = (id: string, { search, inventoryId }: Wanted, isPolled: boolean) =>
  query(
    floors.facts,
    { params: { id }, query: { search, ...(inventoryId !== undefined && { inventoryId }) } },
    {
      keepsPrevious: true,
      select: (reply) => reply.rooms,
      refetchInterval: isPolled ? seenMs : false,
    },
  )

/** Polls while somebody watches; a hidden tab does not. */
export const activityOf = (id: string, isFollowed: boolean) =>
  query(
    floors.activity,
    { params: { id }, query: { seconds: activitySeconds } },
    { enabled: isFollowed, refetchInterval: activityMs, staleTime: 0, gcTime: 0 },
  )

const mostOpen = 50

/** Inventories that can show progress on a plan are among these. */
export const openInventories = (scope: Scope, enabled: boolean) =>
  query(
    inventories.list,
    { query: { ...scope, status: 'open', size: mostOpen } },
    { select: (reply) => reply.inventories, enabled },
  )

const inBackground = { inBackground: true }

export const useAddFloor = () =>
  useChange(floors.add, (body: NewFloor) => ({ body }), inBackground).mutateAsync

export const useChangeFloor = (id: string) =>
  useChange(floors.change, (body: FloorChange) => ({ params: { id }, body }), inBackground).mutateAsync

export const useDraw = (id: string) =>
  useChange(floors.draw, (body: FloorPlan) => ({ params: { id }, body }), inBackground).mutateAsync

type NewPicture = { image: Blob; version: number }
export const useSetPicture = (id: string) =>
  useChange(
    floors.setPicture,
    ({ image, version }: NewPicture) => ({ params: { id }, body: { version }, image }),
    inBackground,
  ).mutateAsync

export const useRemovePicture = (id: string) =>
  useChange(floors.removePicture, () => ({ params: { id } }), inBackground).mutateAsync

export const useRemoveFloor = (id: string) =>
  useChange(floors.remove, () => ({ params: { id } }), inBackground).mutateAsync
