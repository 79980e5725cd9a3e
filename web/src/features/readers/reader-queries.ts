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
import { tableSize } from '#kernel/address/url-state.ts'
import { listQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

/** Reads create no ledger entries, so the live stream does not announce them: these queries poll. */
const healthMs = 10_000
const readsMs = 1_000

export const readerListFilter = readerFilter.omit({ location: true }).extend(tableSize)

export const readerList = (query: Partial<ReaderFilter>) =>
  listQuery(readers.list, { query }, { refetchInterval: healthMs })

export const readerById = (id: string) =>
  query(readers.get, { params: { id } }, { refetchInterval: healthMs })

type ReadsQuery = { location?: string; readerId?: string; seconds: number }

/** Polls while somebody is watching. */
export const recentReads = (wanted: ReadsQuery, isFollowed: boolean) =>
  query(
    readers.reads,
    { query: wanted },
    { enabled: isFollowed, refetchInterval: readsMs, staleTime: 0, keepsPrevious: true },
  )

export const deadLetterListFilter = deadLetterFilter.omit({ location: true }).extend(tableSize)

export const deadLetterList = (query: Partial<DeadLetterFilter>) =>
  listQuery(deadLetters.list, { query }, { refetchInterval: healthMs })

const inBackground = { inBackground: true }

export const useAddReader = () =>
  useChange(readers.add, (body: NewReader) => ({ body }), inBackground).mutateAsync

export const useChangeReader = (id: string) =>
  useChange(readers.change, (body: ReaderChange) => ({ params: { id }, body }), inBackground).mutateAsync

export const useRemoveReader = (id: string) =>
  useChange(readers.remove, () => ({ params: { id } }), inBackground).mutateAsync

export const useRotate = (id: string) =>
  useChange(readers.rotate, () => ({ params: { id } }), inBackground).mutateAsync

export const useRevoke = (id: string) =>
  useChange(readers.revoke, () => ({ params: { id } }), inBackground).mutateAsync

/** A read point in the form of the request; all read points of a reader are sent together. */
export const sentPoint = ({ _id: _, placeNames: __, ...point }: ReadPoint): NewReadPoint => point

type ReadPoints = { readPoints: NewReadPoint[]; version: number }
export const useSetReadPoints = (id: string) =>
  useChange(readers.setReadPoints, (body: ReadPoints) => ({ params: { id }, body }), inBackground).mutateAsync

type Replayed = { ids: string[]; times: 'as-sent' | 'as-received' }
export const useReplay = () =>
  useChange(deadLetters.replay, (body: Replayed) => ({ body }), inBackground).mutateAsync

export const useDiscard = () =>
  useChange(deadLetters.discard, (ids: string[]) => ({ body: { ids } }), inBackground).mutateAsync
