import {
  type Decision,
  type newStateChanges,
  type StateChangeFilter,
  stateChangeFilter,
  stateChanges,
} from '@ats/contract/state-changes.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

const common = { location: true, assetId: true } as const

export const requestFilter = stateChangeFilter.omit({ ...common, undoable: true }).extend(tableSize)

/** Whoever waits longest stands first. */
export const queueFilter = stateChangeFilter.omit({ ...common, status: true, mine: true }).extend({
  ...tableSize,
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const stateChangeList = (query: Partial<StateChangeFilter>) =>
  queryOptions({
    queryKey: ['state-changes', 'list', query],
    meta: { live: ['state-change'], rows: 'stateChanges' },
    queryFn: ({ signal }) => call(stateChanges.list, { query }, { signal }),
    select: pageOf('stateChanges'),
    placeholderData: keepPreviousData,
  })

const touched = [['state-changes'], ['assets'], ['masters'], ['dashboard']]

function useChangeMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({ mutationFn, onSettled: () => void renew() }).mutateAsync
}

type Request = Omit<z.output<typeof newStateChanges>, 'assets'> & { assets: string[]; image: Blob | null }

export const useAskForChange = () =>
  useChangeMutation(({ assets, image, ...body }: Request) =>
    call(stateChanges.create, { body: { ...body, assets: assets.join(',') }, ...(image && { image }) }),
  )

export const useDecide = () => useChangeMutation((body: Decision) => call(stateChanges.decide, { body }))
export const useUndoDecision = () =>
  useChangeMutation((ids: string[]) => call(stateChanges.undo, { body: { ids } }))
export const useCancelRequests = () =>
  useChangeMutation((ids: string[]) => call(stateChanges.cancel, { body: { ids } }))
