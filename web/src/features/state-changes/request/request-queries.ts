import { mostAskedFor, type StateChange, stateChanges } from '@ats/contract/state-changes.ts'
import { call } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'

export const stateChangeById = (id: string) => query(stateChanges.get, { params: { id } }, { staleTime: 0 })

/** The pending requests of these assets, by asset id. */
export const pendingChanges = (assetIds: readonly string[]) =>
  query(stateChanges.pending, { query: { assets: assetIds.join() } } as never, {
    fetch: async (signal) => {
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
