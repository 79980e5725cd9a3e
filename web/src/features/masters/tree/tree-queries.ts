import { type PlaceNode, placeTree } from '@ats/contract/place-tree.ts'
import { pagesQuery } from '#kernel/http/query.ts'

/** So many places of one branch are shown at once. */
export const branchSize = 50

type Start = { cursor?: string; around?: string }

/** The places right below one; null: the cities, or the one of the scope. `around` begins at the page that holds a place. */
export const branchOf = (parentId: string | null, scope: { location?: string }, around?: string) =>
  pagesQuery(
    placeTree.branch,
    (start: Start) => ({
      query: { ...(parentId === null ? scope : { parentId }), ...start, size: branchSize },
    }),
    {
      initialPageParam: around === undefined ? {} : { around },
      getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
      getPreviousPageParam: ({ previous }) => (previous === null ? undefined : { cursor: previous }),
    },
  )

/** A place of the tree, and the places it hangs below, the city first. */
export type Spot = { node: PlaceNode; above: readonly PlaceNode[] }

export const pathOf = ({ node, above }: Spot) => [...above, node].map(({ name }) => name).join(' > ')
