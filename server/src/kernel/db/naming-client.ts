// Why it is built this way: docs/decisions/004-talking-to-postgresql.md

import { createHash } from 'node:crypto'
import pg from 'pg'
import { observed } from '#kernel/tracing/work.ts'

/** A statement that holds this text is never prepared: its best plan depends on the values. */
export const unprepared = '/* unprepared */'

/** On each connection; more than the product has, so that only those are closed that nobody asks any more. */
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

/** What is used goes to the end, so the first was used longest ago. */
function forgetOldest(map: Map<string, string>) {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

/** What node-postgres knows of a connection's prepared statements. */
type Wire = {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown

// 26000 and 42P05: the server and this client do not agree on what is prepared. 08P01: nor on the protocol.
const spoilingCodes = new Set(['26000', '42P05', '08P01'])

/**
 * True for an error after which nobody knows what a connection has prepared or is doing. All that PostgreSQL itself says of a
 * statement leaves it as it was; values that cannot be written, or an answer that was given up, do not.
 */
const isSpoiling = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || spoilingCodes.has(error.code ?? '')

/** A pg client that prepares every statement sent with a list of values, be it empty, once per connection, by name. */
export class NamingClient extends pg.Client {
  readonly #used = new Set<string>()
  /** It must not be used again, whatever it says of itself. */
  isSpoilt = false

  /** Hears of an error before the work that asked does. */
  watch<T>(answer: T): T {
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isSpoiling(error)) this.isSpoilt = true
      })
    return answer
  }

  /** Closes the statement that was used longest ago, in one write with the next, when there are too many. */
  keep(name: string) {
    this.#used.delete(name)
    this.#used.add(name)
    if (this.#used.size <= mostPrepared) return
    const { connection } = this as unknown as { connection: Wire }
    for (const oldest of this.#used) {
      // One that is just being prepared stays; one that could not be prepared is only forgotten.
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
