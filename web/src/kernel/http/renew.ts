import type { ShownKind } from '@ats/contract/record-kinds.ts'
import type { QueryClient } from '@tanstack/react-query'
import { noteRenewed } from '#kernel/live/own-requests.ts'

/** Refetches the active queries that show records of these kinds, and marks the inactive ones stale. */
export async function renew(client: QueryClient, kinds: readonly ShownKind[]) {
  noteRenewed(kinds)
  await client.invalidateQueries({
    predicate: ({ meta }) => meta?.live.some((kind) => kinds.includes(kind)) ?? false,
  })
}
