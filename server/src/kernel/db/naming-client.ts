// Why it is built this way: docs/decisions/004-talking-to-postgresql.md

import { createHash } from 'node:crypto'
import pg from 'pg'
import { observed } from '#kernel/tracing/work.ts'

/** A statement with this text is never prepared, because its best plan depends on the values. */
export const unprepared = '/* unprepared */'

/** The limit per connection; more than the product's own statements, so that only unused ones are evicted. */
const mostPrepared = 500
const mostNames = 2 * mostPrepared
const names = new Map<string, string>()
const planned = /^\s*(select|with|insert|update|delete)\b/i

function nameOf(text: string) {
  let name = names.get(text)
  if (name === undefined) {
    if (!planned.test(text) || text.includes(unprepared)) return undefined
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    if (names.size >= mostNames) forgetOldest(names)
  } else names.delete(text)
  names.set(text, name)
  return name
}

/** Used entries move to the end, so the first one is the least recently used. */
function forgetOldest(map: Map<string, string>) {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

/** What node-postgres knows about a connection's prepared statements. */
type Wire = {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown

// 26000 and 42P05: server and client disagree on what is prepared. 08P01: protocol violation.
const spoilingCodes = new Set(['26000', '42P05', '08P01'])

/**
 * True for an error after which the state of a connection is unknown. Errors of PostgreSQL about a statement
 * leave it unchanged; values that cannot be serialised, or an abandoned response, do not.
 */
const isSpoiling = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || spoilingCodes.has(error.code ?? '')

/** A pg client that prepares every statement with a list of values, even an empty one, once per connection, by name. */
export class NamingClient extends pg.Client {
  readonly #used = new Set<string>()
  /** The connection must not be used again, even if it looks healthy. */
  isSpoilt = false

  /** Sees an error before the caller does. */
  watch<T>(answer: T): T {
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isSpoiling(error)) this.isSpoilt = true
      })
    return answer
  }

  /** If there are too many, closes the least recently used statement, in the same write as the next one. */
  keep(name: string) {
    this.#used.delete(name)
    this.#used.add(name)
    if (this.#used.size <= mostPrepared) return
    const { connection } = this as unknown as { connection: Wire }
    for (const oldest of this.#used) {
      // A statement that is just being prepared stays; one that could not be prepared is only forgotten.
      if (oldest in connection.submittedNamedStatements) continue
      this.#used.delete(oldest)
      if (!(oldest in connection.parsedStatements)) return
      delete connection.parsedStatements[oldest]
      connection.close({ type: 'S', name: oldest })
      return
    }
  }
}

NamingClient.prototype.query = function query(this: NamingClient, ...args: unknown[]) {
  const [text, values, ...rest] = args
  if (typeof text !== 'string' || !Array.isArray(values)) return send.apply(this, args)
  const name = nameOf(text)
  if (name === undefined) return this.watch(observed(text, name, () => send.apply(this, args)))
  this.keep(name)
  return this.watch(observed(text, name, () => send.call(this, { name, text, values }, ...rest)))
} as typeof pg.Client.prototype.query
