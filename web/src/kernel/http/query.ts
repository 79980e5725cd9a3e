import type { ReadingEndpoint, Reply, Sent } from '@ats/contract/endpoint.ts'
import type { ShownKind } from '@ats/contract/record-kinds.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type QueryKeyWithDataTag,
  queryOptions,
  type UndefinedInitialDataInfiniteOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query'
import { call } from './call.ts'
import { type PageOf, pageOf } from './page-of.ts'

type Reads = ReadingEndpoint & { reads: readonly ShownKind[] }

type Derived = 'queryKey' | 'queryFn' | 'meta' | 'placeholderData' | 'select'

/**
 * Options that a screen may add; the types of the fetched and the selected data follow from `fetch` and
 * `select` alone.
 */
type Options<E extends Reads, Fetched, Selected, Shown> = Omit<
  UnusedSkipTokenOptions<NoInfer<Fetched>, Error, NoInfer<Shown>>,
  Derived
> & {
  /**
   * Fewer kinds than the endpoint declares, where the parameters exclude some; none for a form that is being
   * filled in.
   */
  reads?: readonly E['reads'][number][]
  select?: (fetched: NoInfer<Selected>) => Shown
}

type Query<Fetched, Shown> = UnusedSkipTokenOptions<NoInfer<Fetched>, Error, NoInfer<Shown>> &
  QueryKeyWithDataTag<QueryKey, NoInfer<Fetched>, Error>

/** The key prefix of all queries of an endpoint, regardless of their input. */
export const allOf = ({ method, path }: Reads) => [`${method} ${path}`]

/** A query for an endpoint. Key, live kinds and placeholder follow from the contract. */
export function query<E extends Reads, Fetched = Reply<E>, Shown = Fetched>(
  endpoint: E,
  input: Sent<E>,
  {
    fetch,
    reads = endpoint.reads,
    keepsPrevious = endpoint.rows !== undefined,
    ...options
  }: Options<E, Fetched, Fetched, Shown> & {
    /** Replaces the single request where one is not enough. */
    fetch?: (signal: AbortSignal) => Promise<Fetched>
    /** A search shows its previous results until the next ones arrive. */
    keepsPrevious?: boolean
  } = {},
): Query<Fetched, Shown> {
  return queryOptions({
    queryKey: [...allOf(endpoint), input, ...(fetch === undefined ? [] : ['combined'])],
    queryFn: ({ signal }): Promise<unknown> =>
      fetch === undefined ? call(endpoint, input, { signal }) : fetch(signal),
    meta: { live: reads },
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(options as object),
  }) as never
}

type ListEndpoint = Reads & { rows: string }
type Row<E extends ListEndpoint> = Reply<E> extends Record<E['rows'], (infer R)[]> ? R : never
type Page<E extends ListEndpoint> = Omit<Reply<E>, 'rows'> & PageOf<Row<E>>

/**
 * A page of a list, for a table. Live changes update its rows in place and announce new rows. A list with a
 * refetch interval is replaced as a whole.
 */
export function listQuery<E extends ListEndpoint, Shown = Page<E>>(
  endpoint: E,
  input: Sent<E>,
  { reads = endpoint.reads, select, ...options }: Options<E, Reply<E>, Page<E>, Shown> = {},
): Query<Reply<E>, Shown> {
  const page = (reply: unknown) => pageOf(endpoint.rows)(reply as never) as unknown as Page<E>
  return queryOptions({
    queryKey: [...allOf(endpoint), input, 'list'],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { live: reads, ...(options.refetchInterval === undefined && { rows: endpoint.rows }) },
    select: (reply) => (select === undefined ? page(reply) : select(page(reply))),
    placeholderData: keepPreviousData,
    ...(options as object),
  }) as never
}

type PagesOptions<E extends Reads, Param> = Omit<
  UndefinedInitialDataInfiniteOptions<Reply<E>, Error, InfiniteData<Reply<E>, Param>, QueryKey, Param>,
  'queryKey' | 'queryFn' | 'meta'
> & {
  /** Part of the key: another version starts from the first page again. */
  version?: string
}

/** An infinite query; `inputOf` builds the request for a page. */
export const pagesQuery = <E extends Reads, Param>(
  endpoint: E,
  inputOf: (param: Param) => Sent<E>,
  { version, ...options }: PagesOptions<E, Param>,
) =>
  infiniteQueryOptions<Reply<E>, Error, InfiniteData<Reply<E>, Param>, QueryKey, Param>({
    queryKey: [...allOf(endpoint), inputOf(options.initialPageParam), 'pages', version],
    queryFn: ({ pageParam, signal }) => call(endpoint, inputOf(pageParam as Param), { signal }),
    meta: { live: endpoint.reads },
    ...options,
  })
