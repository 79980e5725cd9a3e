import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { forThisCall } from '#kernel/http/abandoned-calls.ts'
import { Problem } from '#kernel/http/problem.ts'
import { turnstile } from '#kernel/jobs/semaphore.ts'
import { connectionSettings, isAway, nameOfPool, newPool, UnknownOutcome } from './connection.ts'
import { NamingClient } from './naming-client.ts'
import { pipelinedPool } from './pipeline.ts'
import type { Tables } from './tables.ts'

/** A database handle: the pool or an open transaction. Rules and queries take it as their first argument. */
export type Db = Kysely<Tables> | Transaction<Tables>
export type Id = string

export type DatabaseLimits = {
  connections: number
  waiters: number
  statementMs: number
  lockMs: number
  /** The process that owns these connections, if it is not the API server. */
  part?: 'worker' | 'gateway' | 'writer'
}

const wholeNumbers = pg.types.builtins.INT8
const moments = pg.types.builtins.TIMESTAMPTZ
const days = pg.types.builtins.DATE

pg.types.setTypeParser(wholeNumbers, Number)
pg.types.setTypeParser(days, (text) => text)
// Sessions run in UTC, so PostgreSQL's text only needs a replacement to become ISO 8601, with microseconds.
pg.types.setTypeParser(moments, (text) => text.replace(' ', 'T').replace('+00', 'Z'))

const readLines = 2
const signInConnections = 3
/** A waiting sign-in costs little, because it holds no connection. */
const signInsPerWaiter = 5
/** A slower lookup by key is blocked, and so is everything behind it. */
const mostReadMs = 1000

export type Database = {
  db: Kysely<Tables>
  /** Only for lookups by key, including sign-in: shared connections, no lists, no transactions. */
  reads: Kysely<Tables>
  /** For sign-ins, which come in floods: a few connections of `db`, and a queue of its own. */
  signIns: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

const settingsOf = (url: string, limits: DatabaseLimits) => ({
  ...connectionSettings(url, nameOfPool(limits.part)),
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: 2 * limits.statementMs,
  // JIT compilation takes longer than any of our interactive queries. Data is in memory or on an SSD: with
  // the default cost for random reads, the planner prefers sequential scans to trigram indexes.
  options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
})

function poolWith(settings: ReturnType<typeof settingsOf>, limits: DatabaseLimits) {
  const pool = newPool({
    ...{ ...settings, Client: NamingClient, max: limits.connections, idleTimeoutMillis: 60_000 },
  })
  // The pool does not take back a connection that is closing.
  pool.on('release', (_error, client) => {
    if (client instanceof NamingClient && client.isSpoilt) void client.end().catch(() => undefined)
  })
  return pool
}

export function openDatabase(url: string, limits: DatabaseLimits): Database {
  const settings = settingsOf(url, limits)
  const pool = poolWith(settings, limits)
  const short = { ...settings, statement_timeout: Math.min(mostReadMs, limits.statementMs) }
  const reads = handle(pipelinedPool(short, { connections: readLines, waiting: limits.waiters }))
  const db = handle(boundWaiters(pool, limits.waiters))
  const signIns = handle(shareOf(pool, signInConnections, limits.waiters * signInsPerWaiter))
  return {
    db,
    reads,
    signIns,
    pool,
    close: async () => void (await Promise.all([db.destroy(), reads.destroy()])),
  }
}

/** A slow replica is not waited for: the primary has the same rows. */
const replicaPatienceMs = 1000

export function openReplicaPool(url: string, limits: DatabaseLimits): Kysely<Tables> {
  const settings = { ...settingsOf(url, limits), connectionTimeoutMillis: replicaPatienceMs }
  return handle(boundWaiters(poolWith(settings, limits), limits.waiters))
}

/** One shared connection for short statements whose loss in a crash does no harm. */
export function openLine(url: string, limits: DatabaseLimits): Kysely<Tables> {
  const settings = settingsOf(url, limits)
  const options = `${settings.options} -c synchronous_commit=off`
  const short = { ...settings, options, statement_timeout: mostReadMs }
  return handle(pipelinedPool(short, { connections: 1, waiting: limits.waiters }))
}

const handle = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Fails immediately if too many already wait for a connection, instead of letting the queue grow. */
function boundWaiters(pool: pg.Pool, most: number) {
  return {
    options: pool.options,
    connect: () => {
      if (pool.waitingCount >= most) throw new Problem('unavailable', {}, { retryAfter: 2 })
      return forThisCall(pool.connect())
    },
    end: () => pool.end(),
  }
}

/** A few connections of a pool: more work waits outside of the pool, so that it delays nobody else. */
function shareOf(pool: pg.Pool, most: number, waiters: number) {
  const turns = turnstile(most, waiters)
  const connect = async () => {
    const leave = await turns.enter()
    try {
      const client = await forThisCall(pool.connect())
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
  return { options: pool.options, connect, end: async () => undefined }
}

const mostTries = 3
const retriable = new Set(['40001', '40P01'])

const commits = new AsyncLocalStorage<() => Promise<void>>()

/** Runs `then` after each commit of this work, before the caller gets the result. */
export const afterEachCommit = <T>(then: () => Promise<void>, work: () => T): T => commits.run(then, work)

/** Runs one transaction; a deadlock or serialisation failure, which leaves nothing behind, restarts it. */
export async function inTransaction<T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let isCommitting = false
    try {
      const result = await db.transaction().execute(async (tx) => {
        const done = await work(tx)
        isCommitting = true
        return done
      })
      await commits.getStore()?.()
      return result
    } catch (error) {
      if (isCommitting && isAway(error))
        throw new UnknownOutcome('The connection broke during COMMIT', { cause: error })
      if (attempt >= mostTries || !(error instanceof pg.DatabaseError) || !retriable.has(error.code ?? ''))
        throw error
    }
  }
}

const uniqueViolation = '23505'

/**
 * Turns a constraint violation into an error that a person understands: by the name of the constraint, or
 * `unique` for any unique constraint.
 */
export async function refusing<T>(work: Promise<T>, refusals: Record<string, () => Problem>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const refusal =
      refusals[error.constraint ?? ''] ?? (error.code === uniqueViolation ? refusals.unique : undefined)
    throw refusal === undefined ? error : refusal()
  }
}
