import type { ShownKind } from '@ats/contract/record-kinds.ts'
import type { QueryClient } from '@tanstack/react-query'
import { noteRenewed } from '#kernel/live/own-requests.ts'

/** Fetches everything on the screen again that shows records of these kinds; what is not on the screen is old from now on. */
export async function renew(client: QueryClient, kinds: readonly ShownKind[]) {
  noteRenewed(kinds)
  await client.invalidateQueries({
    predicate: ({ meta }) => meta?.live.some((kind) => kinds.includes(kind)) ?? false,
  })
}
