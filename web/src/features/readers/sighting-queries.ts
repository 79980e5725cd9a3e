import { type ElsewhereFilter, elsewhereFilter, sightings } from '@ats/contract/sightings.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

/** What readers see is announced by nothing. */
const seenMs = 15_000
const mostMovements = 5

export const lastSeenOf = (id: string) =>
  queryOptions({
    queryKey: ['sightings', 'last', id],
    meta: { live: ['asset'] },
    queryFn: async ({ signal }) => (await call(sightings.lastSeen, { params: { id } }, { signal })).lastSeen,
    refetchInterval: seenMs,
  })

/** `version` changes with where it was seen last: then there is another one. */
export const movementsOf = (id: string, version: string) =>
  infiniteQueryOptions({
    queryKey: ['sightings', 'movements', id, version],
    meta: { live: ['asset'] },
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        sightings.movements,
        { params: { id }, query: { size: mostMovements, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const elsewhereListFilter = elsewhereFilter.omit({ location: true }).extend(tableSize)

export const elsewhereList = (query: Partial<ElsewhereFilter>) =>
  queryOptions({
    queryKey: ['sightings', 'elsewhere', query],
    meta: { live: ['asset'] },
    queryFn: ({ signal }) => call(sightings.elsewhere, { query }, { signal }),
    select: pageOf('seenElsewhere'),
    refetchInterval: seenMs,
    placeholderData: keepPreviousData,
  })

function useSightingMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>, keys: string[]) {
  const client = useQueryClient()
  const renew = () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
  return useMutation({ mutationFn, onSettled: () => void renew() }).mutateAsync
}

export const useMoveHere = () =>
  useSightingMutation(
    (ids: string[]) => call(sightings.moveHere, { body: { ids } }),
    ['sightings', 'assets', 'dashboard'],
  )

export const useIgnoreSightings = () =>
  useSightingMutation(
    (body: { ids: string[]; reason: string | null }) => call(sightings.ignore, { body }),
    ['sightings'],
  )
