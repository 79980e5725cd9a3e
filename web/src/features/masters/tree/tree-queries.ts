import { type PlaceNode, placeTree } from '@ats/contract/place-tree.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

/** So many places of one branch are shown at once. */
export const branchSize = 50

type Start = { cursor?: string; around?: string }

/** The places right below one; null: the cities, or the one of the scope. `around` begins at the page that holds a place. */
export const branchOf = (parentId: string | null, scope: { location?: string }, around?: string) =>
  infiniteQueryOptions({
    queryKey: ['places', 'tree', parentId, scope, around ?? null],
    meta: { live: ['place', 'asset', 'bulk-job'] },
    queryFn: ({ pageParam, signal }) => {
      const where = parentId === null ? scope : { parentId }
      return call(placeTree.branch, { query: { ...where, ...pageParam, size: branchSize } }, { signal })
    },
    initialPageParam: (around === undefined ? {} : { around }) as Start,
    getNextPageParam: ({ next }): Start | undefined => (next === null ? undefined : { cursor: next }),
    getPreviousPageParam: ({ previous }): Start | undefined =>
      previous === null ? undefined : { cursor: previous },
  })

/** A place of the tree, and the places it hangs below, the city first. */
export type Spot = { node: PlaceNode; above: readonly PlaceNode[] }

export const pathOf = ({ node, above }: Spot) => [...above, node].map(({ name }) => name).join(' > ')
