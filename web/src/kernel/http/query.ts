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

/** What a screen may add; the types of what is fetched and shown follow from `fetch` and `select` alone. */
type Options<E extends Reads, Fetched, Selected, Shown> = Omit<
  UnusedSkipTokenOptions<NoInfer<Fetched>, Error, NoInfer<Shown>>,
  Derived
> & {
  /** Fewer kinds than the endpoint declares, where the parameters leave some out; none for a form that is filled in. */
  reads?: readonly E['reads'][number][]
  select?: (fetched: NoInfer<Selected>) => Shown
}

type Query<Fetched, Shown> = UnusedSkipTokenOptions<NoInfer<Fetched>, Error, NoInfer<Shown>> &
  QueryKeyWithDataTag<QueryKey, NoInfer<Fetched>, Error>

/** All queries of an endpoint, whatever they send. */
export const allOf = ({ method, path }: Reads) => [`${method} ${path}`]

/** The reply of an endpoint. Key, kinds and placeholder follow from the contract. */
export function query<E extends Reads, Fetched = Reply<E>, Shown = Fetched>(
  endpoint: E,
  input: Sent<E>,
  {
    fetch,
    reads = endpoint.reads,
    keepsPrevious = endpoint.rows !== undefined,
    ...options
  }: Options<E, Fetched, Fetched, Shown> & {
    /** Where one request is not enough: what is fetched instead. */
    fetch?: (signal: AbortSignal) => Promise<Fetched>
    /** A search keeps its findings until the next ones arrive. */
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
 * A page of a list, for a table: its rows change in place, and others are announced. A list that is fetched at an interval is
 * replaced as a whole.
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
  /** Anything else that another list of pages begins with. */
  version?: string
}

/** Page after page of an endpoint; `inputOf` says how one is requested. */
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
