import type { LiveMessage } from '@ats/contract/live.ts'
import type { Query, QueryMeta } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** What a query says of itself, so that changes elsewhere reach it. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of records in the ledger that can change what it shows; `notifications` for news to the person. */
      live?: readonly string[]
      /** Where its reply holds the rows of a list. These change in place; others wait until the person asks for them. */
      rows?: string
    }
  }
}

type Row = { _id?: string; id?: string | number }
type Reply = Record<string, unknown>

const gatherMs = 300
const restMs = 2_000

let kinds = new Set<string>()
let own = new Set<string>()
let isWaiting = false

const everything = '*'

/** Takes note of what changed; the queries that show it are renewed soon, and at leisure when much changes. */
export function noteChanges(message: LiveMessage) {
  if (message.type === 'beat') return
  if (message.type === 'reset') kinds.add(everything)
  if (message.type === 'notifications') kinds.add('notifications')
  if (message.type === 'events') for (const { kind, mine } of message.events) (mine ? own : kinds).add(kind)
  schedule(gatherMs)
}

/** One and the same each time, so that a tab that is hidden for long does not gather them. */
const whenSeen = () => schedule(gatherMs)

/** Nobody looks at a hidden tab; it is renewed when it is seen again. */
function schedule(ms: number) {
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', whenSeen, { once: true })
    return
  }
  if (isWaiting) return
  isWaiting = true
  setTimeout(async () => {
    const [theirs, mine] = [kinds, own]
    kinds = new Set()
    own = new Set()
    await renew(theirs, mine).catch(() => undefined)
    isWaiting = false
    if (kinds.size + own.size > 0) schedule(restMs)
  }, ms)
}

const concerns = ({ live = [] }: QueryMeta, changed: Set<string>) =>
  live.length > 0 && (changed.has(everything) || live.some((kind) => changed.has(kind)))

async function renew(theirs: Set<string>, mine: Set<string>) {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const meta = query.meta ?? {}
    // A list is renewed by whatever the person does in it.
    if (meta.rows !== undefined) {
      if (concerns(meta, theirs)) await renewRows(query, meta.rows)
    } else if (concerns(meta, theirs) || concerns(meta, mine)) {
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  }
}

const idOf = ({ _id, id }: Row) => String(_id ?? id)

/** Rows in sight are shown as they are now, at their places. That there are others is said, not shown. */
async function renewRows(query: Query, rows: string) {
  const { queryFn } = query.options
  if (typeof queryFn !== 'function' || query.state.fetchStatus !== 'idle') return
  const before = query.state.dataUpdatedAt
  const context = {
    queryKey: query.queryKey,
    signal: AbortSignal.timeout(30_000),
    client: queryClient,
    meta: query.meta,
  }
  const fresh = (await queryFn(context)) as Reply
  const shown = query.state.data as Reply | undefined
  if (shown === undefined || query.state.dataUpdatedAt !== before) return
  const [now, then] = [fresh[rows] as Row[], shown[rows] as Row[]]
  const byId = new Map(now.map((row) => [idOf(row), row]))
  const isSame = now.length === then.length && now.every((row, at) => idOf(row) === idOf(then[at] ?? {}))
  const merged = then.map((row) => byId.get(idOf(row)) ?? row)
  const next = isSame || then.length === 0 ? fresh : { ...shown, [rows]: merged, hasNews: true }
  queryClient.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}
