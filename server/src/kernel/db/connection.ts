// Why it is built this way: docs/decisions/017-processes-outlive-their-connections.md

import type { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { version } from '#kernel/version.ts'

/** What every connection to PostgreSQL has in common; keepalive finds out about a server that vanished without a word. */
export const connectionSettings = (databaseUrl: string, name: string) => ({
  connectionString: databaseUrl,
  application_name: name,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** What connections of a pool are called: the part and its version, for everybody who asks which version runs. */
export const nameOfPool = (part = '') => ['ats', part, version].filter(Boolean).join(' ')
export const pooledName = /^ats(?: (worker|gateway|writer))?(?: (\d\S*))?$/

/** A connection that breaks fails the queries on it; without a listener it would end the process as well. */
function outlive<T extends EventEmitter>(connection: T): T {
  connection.on('error', () => undefined)
  return connection
}

/** A connection beside the pool, not open yet. */
export const newClient = (databaseUrl: string, name: string, more: pg.ClientConfig = {}) =>
  outlive(new pg.Client({ ...connectionSettings(databaseUrl, name), ...more }))

export function newPool(settings: pg.PoolConfig): pg.Pool {
  const pool = outlive(new pg.Pool(settings))
  // The pool listens only to clients that are idle.
  pool.on('connect', outlive)
  return pool
}

// 3D000: another database takes its place at this moment, as at the end of a restore.
// 25006: the server takes no writes yet, or no longer, as while its log is replayed or another one leads.
const awayCodes = /^(57P0[1-5]|08[0-9A-Z]{3}|53300|3D000|25006)$/
const awayTexts = new RegExp(
  [
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN',
    'timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable',
    'Query read timeout|connection has been discarded|after calling end on the pool|driver has already been destroyed',
  ].join('|'),
)

/** The database takes no sessions for a moment: it is about to be renamed. The text of the error may be in any language. */
const isClosed = ({ code, routine }: pg.DatabaseError) => code === '55000' && routine === 'CheckMyDatabase'

/** True when the database cannot be reached, or left in the middle: it is worth asking again later. */
export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return awayCodes.test(error.code ?? '') || isClosed(error)
  if (!(error instanceof Error)) return false
  return awayTexts.test(`${'code' in error ? error.code : ''} ${error.message}`)
}

// A lock that was not given in time, a deadlock, no room on the disk or in memory.
const passingCodes = /^(55P03|40P01|40001|53[0-9A-Z]{3})$/

/** True when the same work may well succeed later: nothing is wrong with what was to be written. */
export const isPassing = (error: unknown): boolean =>
  isAway(error) || (error instanceof pg.DatabaseError && passingCodes.test(error.code ?? ''))

/** The connection broke after COMMIT was sent, so nobody knows whether it counts: this work must not simply be repeated. */
export class UnknownOutcome extends Error {}

const askAgainMs = 1000
const sayEvery = 10

/** Repeats the work each second for as long as the database is away; any other failure is the caller's. */
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
