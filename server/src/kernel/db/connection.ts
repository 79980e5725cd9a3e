// Why it is built this way: docs/decisions/017-processes-outlive-their-connections.md

import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { version } from '#kernel/version.ts'

/** Settings of every PostgreSQL connection; keepalive detects a server that vanished without closing it. */
export const connectionSettings = (databaseUrl: string, name: string) => ({
  connectionString: databaseUrl,
  application_name: name,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** The application name of a pool: the part and its version, to see which version is running. */
export const nameOfPool = (part = '') => ['ats', part, version].filter(Boolean).join(' ')
export const pooledName = /^ats(?: (worker|gateway|writer))?(?: (\d\S*))?$/

/** A broken connection fails its queries; without an error listener it would also end the process. */
function outlive<T extends EventEmitter>(connection: T): T {
  connection.on('error', () => undefined)
  return connection
}

/** A connection outside the pool, not opened yet. */
export const newClient = (databaseUrl: string, name: string, more: pg.ClientConfig = {}) =>
  outlive(new pg.Client({ ...connectionSettings(databaseUrl, name), ...more }))

export function newPool(settings: pg.PoolConfig): pg.Pool {
  const pool = outlive(new pg.Pool(settings))
  // The pool only listens to idle clients.
  pool.on('connect', outlive)
  return pool
}

// 3D000: the database is being replaced, as at the end of a restore. 25006: the server is read-only, as
// during WAL replay or after a failover.
const awayCodes = /^(57P0[1-5]|08[0-9A-Z]{3}|53300|3D000|25006)$/
const awayTexts = new RegExp(
  [
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN',
    'timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable',
    'Query read timeout|connection has been discarded|after calling end on the pool|driver has already been destroyed',
  ].join('|'),
)

/** The database accepts no sessions for a moment because it is being renamed. The error text may be in any language. */
const isClosed = ({ code, routine }: pg.DatabaseError) => code === '55000' && routine === 'CheckMyDatabase'

/** True if the database is unreachable or the connection broke: worth a retry later. */
export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return awayCodes.test(error.code ?? '') || isClosed(error)
  if (!(error instanceof Error)) return false
  return awayTexts.test(`${'code' in error ? error.code : ''} ${error.message}`)
}

// Lock timeout, deadlock, serialisation failure, or insufficient resources such as disk or memory.
const passingCodes = /^(55P03|40P01|40001|53[0-9A-Z]{3})$/

/** True if the same work may succeed later, because the data themselves are not the cause. */
export const isPassing = (error: unknown): boolean =>
  isAway(error) || (error instanceof pg.DatabaseError && passingCodes.test(error.code ?? ''))

/** The connection broke after COMMIT was sent, so the outcome is unknown: this work must not simply be repeated. */
export class UnknownOutcome extends Error {}

const askAgainMs = 1000
const sayEvery = 10

/** Retries the work each second while the database is down; any other error goes to the caller. */
export async function whenReachable<T>(work: () => Promise<T>, say: (error: unknown) => void): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      if (attempt % sayEvery === 0) say(error)
      await delay(askAgainMs)
    }
  }
}
