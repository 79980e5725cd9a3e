import type { ShownKind } from '@ats/contract/record-kinds.ts'
import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Metadata of a query, so that live changes reach it. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of records that its data depends on; may be empty. */
      live: readonly ShownKind[]
      /**
       * The property of the reply that holds the rows of a list. Rows are updated in place; new ones wait
       * until the person requests them.
       */
      rows?: string
    }
  }
}

type Row = { _id?: string; id?: string | number }
type Reply = Record<string, unknown>
type Kinds = ReadonlySet<string>

/** The kind that represents all kinds. */
export const everything = '*'

const firstWaitMs = 2_000
const longestWaitMs = 30_000

const concerns = ({ live }: QueryMeta, changed: Kinds) =>
  live.length > 0 && (changed.has(everything) || live.some((kind) => changed.has(kind)))

/** A 4xx response is final, except 429; any other error may be temporary. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** Queries being refetched: `again` if another change arrived meanwhile. */
type InHand = Map<string, 'once' | 'again'>

/**
 * Refetches the queries that changes affect. Each has its own retries, so a slow or failing query delays no
 * other.
 */
export function queryRenewer(client: QueryClient, waitMs = firstWaitMs) {
  const inHand: InHand = new Map()

  async function keepRenewing(query: Query, work: () => Promise<'done' | 'later'>) {
    const key = query.queryHash
    if (inHand.has(key)) return void inHand.set(key, 'again')
    query.invalidate()
    for (let wait = waitMs; query.isActive(); wait = Math.min(2 * wait, longestWaitMs)) {
      inHand.set(key, 'once')
      const outcome = await work().catch((error) => (mayPass(error) ? 'later' : 'done'))
      if (outcome === 'done' && inHand.get(key) === 'once') break
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    inHand.delete(key)
    if (!query.isActive()) query.invalidate()
  }

  async function refetch({ queryKey }: Query) {
    await client.refetchQueries({ queryKey, exact: true }, { throwOnError: true })
    return 'done' as const
  }

  /** `own` are the changes of this tab, which has already refetched its lists. */
  return (theirs: Kinds, own: Kinds) => {
    for (const query of client.getQueryCache().findAll()) {
      const meta = query.meta ?? { live: [] }
      const { rows } = meta
      const isNews = concerns(meta, theirs)
      if (!isNews && !concerns(meta, own)) continue
      // Inactive queries are only marked stale; they are fetched when they are shown again.
      if (!query.isActive()) query.invalidate()
      else if (rows === undefined) void keepRenewing(query, () => refetch(query))
      else if (isNews) void keepRenewing(query, () => renewRows(client, query, rows))
    }
  }
}

const idOf = ({ _id, id }: Row) => String(_id ?? id)

/** Updates the rows on the screen in place. Added and removed rows are only announced. */
async function renewRows(client: QueryClient, query: Query, rows: string): Promise<'done' | 'later'> {
  const { queryFn } = query.options
  if (typeof queryFn !== 'function') return 'done'
  // A fetch in progress may have started before the change.
  if (query.state.fetchStatus !== 'idle') return 'later'
  const before = query.state.dataUpdatedAt
  const context = {
    queryKey: query.queryKey,
    signal: AbortSignal.timeout(30_000),
    client,
    meta: query.meta,
  }
  const fresh = (await queryFn(context)) as Reply
  // Inactive by now: the query stays stale and is fetched when it is shown again.
  if (!query.isActive()) return 'done'
  const shown = query.state.data as Reply | undefined
  if (shown === undefined || query.state.dataUpdatedAt !== before) return 'done'
  const [now, then] = [fresh[rows] as Row[], shown[rows] as Row[]]
  const byId = new Map(now.map((row) => [idOf(row), row]))
  const isSame = now.length === then.length && now.every((row, at) => idOf(row) === idOf(then[at] ?? {}))
  const merged = then.map((row) => byId.get(idOf(row)) ?? row)
  const next = isSame || then.length === 0 ? fresh : { ...shown, [rows]: merged, hasNews: true }
  client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
  return 'done'
}
