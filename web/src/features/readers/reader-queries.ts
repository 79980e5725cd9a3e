import { type DeadLetterFilter, deadLetterFilter, deadLetters } from '@ats/contract/dead-letters.ts'
import {
  type NewReader,
  type NewReadPoint,
  type ReaderChange,
  type ReaderFilter,
  type ReadPoint,
  readerFilter,
  readers,
} from '@ats/contract/readers.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'
import { pageOf } from '#kernel/page-of.ts'
import { tableSize } from '#kernel/url-state.ts'

/** Reads make no lines in the ledger, so nothing announces them: what shows them asks again. */
const healthMs = 10_000
const readsMs = 1_000

export const readerListFilter = readerFilter.omit({ location: true }).extend(tableSize)

export const readerList = (query: Partial<ReaderFilter>) =>
  queryOptions({
    queryKey: ['readers', 'list', query],
    meta: { live: ['reader'] },
    queryFn: ({ signal }) => call(readers.list, { query }, { signal }),
    select: pageOf('readers'),
    refetchInterval: healthMs,
    placeholderData: keepPreviousData,
  })

export const readerById = (id: string) =>
  queryOptions({
    queryKey: ['readers', 'one', id],
    meta: { live: ['reader', 'place'] },
    queryFn: ({ signal }) => call(readers.get, { params: { id } }, { signal }),
    refetchInterval: healthMs,
  })

type ReadsQuery = { location?: string; readerId?: string; seconds: number }

/** Asked for again and again while somebody follows it. */
export const recentReads = (query: ReadsQuery, isFollowed: boolean) =>
  queryOptions({
    queryKey: ['readers', 'reads', query],
    meta: { live: ['reader', 'asset'] },
    queryFn: ({ signal }) => call(readers.reads, { query }, { signal }),
    enabled: isFollowed,
    refetchInterval: readsMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const deadLetterListFilter = deadLetterFilter.omit({ location: true }).extend(tableSize)

export const deadLetterList = (query: Partial<DeadLetterFilter>) =>
  queryOptions({
    queryKey: ['readers', 'dead-letters', query],
    meta: { live: ['reader'] },
    queryFn: ({ signal }) => call(deadLetters.list, { query }, { signal }),
    select: (reply) => ({ ...pageOf('deadLetters')(reply), dropped: reply.dropped }),
    refetchInterval: healthMs,
    placeholderData: keepPreviousData,
  })

/** A call that changes something about readers; what shows them is asked for anew. */
function useReaderMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: ['readers'] })
  return useMutation({ mutationFn, onSettled: () => void renew() }).mutateAsync
}

export const useAddReader = () => useReaderMutation((body: NewReader) => call(readers.add, { body }))

export const useChangeReader = (id: string) =>
  useReaderMutation((body: ReaderChange) => call(readers.change, { params: { id }, body }))

export const useRemoveReader = (id: string) =>
  useReaderMutation(() => call(readers.remove, { params: { id } }))

export const useRotate = (id: string) => useReaderMutation(() => call(readers.rotate, { params: { id } }))

export const useRevoke = (id: string) => useReaderMutation(() => call(readers.revoke, { params: { id } }))

/** As it is sent: all read points of a reader go together. */
export const sentPoint = ({ _id: _, placeNames: __, ...point }: ReadPoint): NewReadPoint => point

export const useSetReadPoints = (id: string) =>
  useReaderMutation((body: { readPoints: NewReadPoint[]; version: number }) =>
    call(readers.setReadPoints, { params: { id }, body }),
  )

export const useReplay = () =>
  useReaderMutation((body: { ids: string[]; times: 'as-sent' | 'as-received' }) =>
    call(deadLetters.replay, { body }),
  )

export const useDiscard = () =>
  useReaderMutation((ids: string[]) => call(deadLetters.discard, { body: { ids } }))
