import { type ElsewhereFilter, elsewhereFilter, sightings } from '@ats/contract/sightings.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, pagesQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

/** The live stream does not announce what readers see, so these queries poll. */
const seenMs = 15_000
const mostMovements = 5

export const lastSeenOf = (id: string) =>
  query(
    sightings.lastSeen,
    { params: { id } },
    { select: (reply) => reply.lastSeen, refetchInterval: seenMs },
  )

/** `version` changes when the asset is seen elsewhere: then there is a new movement. */
export const movementsOf = (id: string, version: string) =>
  pagesQuery(
    sightings.movements,
    (cursor: string | undefined) => ({
      params: { id },
      query: { size: mostMovements, ...(cursor && { cursor }) },
    }),
    {
      version,
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    },
  )

export const elsewhereListFilter = elsewhereFilter.omit({ location: true }).extend(tableSize)

export const elsewhereList = (query: Partial<ElsewhereFilter>) =>
  listQuery(sightings.elsewhere, { query }, { refetchInterval: seenMs })

const inBackground = { inBackground: true }

export const useMoveHere = () =>
  useChange(sightings.moveHere, (ids: string[]) => ({ body: { ids } }), inBackground).mutateAsync

type Ignored = { ids: string[]; reason: string | null }
export const useIgnoreSightings = () =>
  useChange(sightings.ignore, (body: Ignored) => ({ body }), inBackground).mutateAsync
