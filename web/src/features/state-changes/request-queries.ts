import { mostAskedFor, type StateChange, stateChanges } from '@ats/contract/state-changes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

export const stateChangeById = (id: string) =>
  queryOptions({
    queryKey: ['state-changes', 'one', id],
    meta: { live: ['state-change'] },
    queryFn: ({ signal }) => call(stateChanges.get, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** What is pending on these assets, by their ids. */
export const pendingChanges = (assetIds: readonly string[]) =>
  queryOptions({
    queryKey: ['state-changes', 'pending', assetIds],
    meta: { live: ['state-change'] },
    queryFn: async ({ signal }) => {
      const calls = Array.from({ length: Math.ceil(assetIds.length / mostAskedFor) }, (_, at) => {
        const assets = assetIds.slice(at * mostAskedFor, (at + 1) * mostAskedFor).join()
        return call(stateChanges.pending, { query: { assets } } as never, { signal })
      })
      const changes = (await Promise.all(calls)).flatMap((reply) => reply.stateChanges)
      return Object.fromEntries(changes.map((change) => [change.assetId, change])) as Pending
    },
    enabled: assetIds.length > 0,
  })

type Pending = { [assetId: string]: StateChange | undefined }
