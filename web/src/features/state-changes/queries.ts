import {
  type Decision,
  type newStateChanges,
  type StateChangeFilter,
  stateChangeFilter,
  stateChanges,
} from '@ats/contract/state-changes.ts'
import { z } from 'zod'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

const common = { location: true, assetId: true } as const

export const requestFilter = stateChangeFilter.omit({ ...common, undoable: true }).extend(tableSize)

/** The oldest request comes first. */
export const queueFilter = stateChangeFilter.omit({ ...common, status: true, mine: true }).extend({
  ...tableSize,
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const stateChangeList = (query: Partial<StateChangeFilter>) => listQuery(stateChanges.list, { query })

type Request = Omit<z.output<typeof newStateChanges>, 'assets'> & { assets: string[]; image: Blob | null }

const inBackground = { inBackground: true }

export const useAskForChange = () =>
  useChange(
    stateChanges.create,
    ({ assets, image, ...body }: Request) => ({
      body: { ...body, assets: assets.join(',') },
      ...(image && { image }),
    }),
    inBackground,
  ).mutateAsync

export const useDecide = () =>
  useChange(stateChanges.decide, (body: Decision) => ({ body }), inBackground).mutateAsync
export const useUndoDecision = () =>
  useChange(stateChanges.undo, (ids: string[]) => ({ body: { ids } }), inBackground).mutateAsync
export const useCancelRequests = () =>
  useChange(stateChanges.cancel, (ids: string[]) => ({ body: { ids } }), inBackground).mutateAsync
