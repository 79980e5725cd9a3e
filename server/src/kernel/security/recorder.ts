// Why it is built this way: docs/decisions/066-security-feed.md

import type { SecurityKind } from '@ats/contract/security-feed.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

export type SecurityFacts = {
  kind: SecurityKind
  person: Id | null
  /** A mark of a typed email without an account. */
  account: string | null
  keyId: Id | null
  network: string | null
  address: string | null
  userAgent: string | null
  requestId: string | null
  detail: Record<string, string>
}

type Entry = SecurityFacts & {
  minute: number
  at: number
  lastAt: number
  /** Events that are not yet stored. */
  pending: number
  storedAt: number | undefined
}

/** Bounds of one minute: accounts of a kind and network, and rows in all. Further events share a row. */
const bounds = { accounts: 50, rows: 1000 }
/** The bound in memory while the database is not reachable. */
const mostEntries = 5000
const everyMs = 1000
/** A row that grows is written at this interval. */
const againMs = 10_000
const minuteMs = 60_000

export type SecurityRecorder = {
  add(facts: SecurityFacts): void
  /** Stores all events so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const keyOf = ({ kind, person, account, keyId, network, detail }: SecurityFacts, minute: number) =>
  JSON.stringify([minute, kind, network, person, account, keyId, detail])

/** Counts events in memory: equal ones of a minute in one entry, within the bounds. */
function eventCounter() {
  const entries = new Map<string, Entry>()
  const accounts = new Map<string, number>()
  const state = { minute: 0, rows: 0, lost: 0 }

  function forgetStored(minute: number) {
    for (const [key, entry] of entries) if (entry.pending === 0 && entry.minute < minute) entries.delete(key)
  }

  function beginMinute(minute: number) {
    Object.assign(state, { minute, rows: 0 })
    accounts.clear()
    forgetStored(minute)
  }

  /** The row that takes the event: its own, or a shared one beyond the bounds. */
  function rowOf(facts: SecurityFacts): SecurityFacts {
    const isKnown = (row: SecurityFacts) => entries.has(keyOf(row, state.minute))
    if (isKnown(facts)) return facts
    const group = `${facts.kind} ${facts.network}`
    const count = accounts.get(group) ?? 0
    const shared = { ...facts, person: null, account: null, keyId: null }
    const fits = count < bounds.accounts
    const wanted = fits ? facts : { ...shared, detail: { many: 'accounts' } }
    if (state.rows >= bounds.rows && !isKnown(wanted))
      return { ...shared, network: null, address: null, detail: { many: 'networks' } }
    if (fits) accounts.set(group, count + 1)
    return wanted
  }

  function add(given: SecurityFacts) {
    const now = Date.now()
    const minute = Math.floor(now / minuteMs)
    if (minute !== state.minute) beginMinute(minute)
    const facts = rowOf(given)
    const key = keyOf(facts, minute)
    const entry = entries.get(key)
    if (entry !== undefined) {
      entry.pending += 1
      entry.lastAt = now
    } else if (entries.size >= mostEntries) state.lost += 1
    else {
      state.rows += 1
      entries.set(key, { ...facts, minute, at: now, lastAt: now, pending: 1, storedAt: undefined })
    }
  }

  return { add, entries, forgetStored, state }
}

/** Collects events in memory and stores them in batches, so that no request waits for them. */
export function securityRecorder(db: Db, failed: (error: unknown, lost: number) => void): SecurityRecorder {
  const { add, entries, forgetStored, state } = eventCounter()
  let last: Promise<void> = Promise.resolve()

  async function store(isDue: (entry: Entry, now: number) => boolean) {
    const now = Date.now()
    const due = [...entries].filter(([, entry]) => entry.pending > 0 && isDue(entry, now))
    if (due.length === 0) return
    // Always in the same order, so that two processes cannot wait for each other.
    const batch = due.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => ({ ...entry, entry }))
    try {
      await upsert(db, batch)
    } catch (error) {
      failed(error, state.lost)
      return
    }
    for (const { entry, pending } of batch) {
      entry.pending -= pending
      entry.storedAt = now
    }
    forgetStored(Math.floor(now / minuteMs))
  }

  function run(isDue: (entry: Entry, now: number) => boolean) {
    last = last.then(() => store(isDue))
    return last
  }

  const isDue = ({ minute, storedAt }: Entry, now: number) =>
    storedAt === undefined || now - storedAt >= againMs || (minute + 1) * minuteMs <= now
  const timer = setInterval(() => void run(isDue), everyMs)
  timer.unref()
  const flush = () => run(() => true)
  const close = () => {
    clearInterval(timer)
    return flush()
  }
  return { add, flush, close }
}

/** Events of a person whose personal data was removed in the meantime are left out. */
async function upsert(db: Db, batch: readonly Entry[]) {
  const column = <T>(read: (entry: Entry) => T) => batch.map(read)
  const moments = (read: (entry: Entry) => number) => column((entry) => new Date(read(entry)).toISOString())
  await sql`insert into security_events (minute, at, last_at, kind, person_id, account, key_id, network, address,
      user_agent, request_id, detail, count)
    select event.* from unnest(${moments(({ minute }) => minute * minuteMs)}::timestamptz[],
      ${moments(({ at }) => at)}::timestamptz[], ${moments(({ lastAt }) => lastAt)}::timestamptz[],
      ${column(({ kind }) => kind)}::text[], ${column(({ person }) => person)}::uuid[],
      ${column(({ account }) => account)}::text[], ${column(({ keyId }) => keyId)}::uuid[],
      ${column(({ network }) => network)}::text[], ${column(({ address }) => address)}::text[],
      ${column(({ userAgent }) => userAgent)}::text[], ${column(({ requestId }) => requestId)}::text[],
      ${column(({ detail }) => JSON.stringify(detail))}::jsonb[], ${column(({ pending }) => pending)}::integer[])
      as event (minute, at, last_at, kind, person)
    where not exists (select from personal_data_removals where person_id = event.person)
    on conflict (minute, kind, network, person_id, account, key_id, detail) do update set
      count = least(security_events.count::bigint + excluded.count, 2147483647)::integer,
      at = least(security_events.at, excluded.at), last_at = greatest(security_events.last_at, excluded.last_at),
      xact = pg_current_xact_id()`.execute(db)
}
