import { type PlaceNode, placeTree } from '@ats/contract/place-tree.ts'
import { pagesQuery } from '#kernel/http/query.ts'

/** How many places of a branch are shown at a time. */
export const branchSize = 50

type Start = { cursor?: string; around?: string }

/**
 * The children of a place; null: the cities, or the city of the scope. `around` starts at the page that
 * contains a place.
 */
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

/** A place in the tree, and its ancestors, the city first. */
export type Spot = { node: PlaceNode; above: readonly PlaceNode[] }

export const pathOf = ({ node, above }: Spot) => [...above, node].map(({ name }) => name).join(' > ')
