// Why it is built this way: docs/decisions/004-talking-to-postgresql.md

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { Problem } from '#kernel/http/problem.ts'
import { NamingClient } from './naming-client.ts'

type Limits = { connections: number; waiting: number }

/** What node-postgres leaves open to those who share a connection. */
type Wire = NamingClient & { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * A few connections that many requests share for short reads: a query goes out without waiting for the answer to the
 * one before, and what one turn of the event loop asks for goes out in one write. Transactions and anything slow have
 * no business here, since answers come back in the order of the questions.
 */
export function pipelinedPool(settings: pg.ClientConfig, limits: Limits): PostgresPool {
  const lines: (Promise<Wire> | undefined)[] = Array(limits.connections).fill(undefined)
  let turn = 0
  let waiting = 0

  function open(at: number): Promise<Wire> {
    const client = new NamingClient({ ...settings, pipeline: true }) as Wire
    const line = client.connect().then(() => client)
    // A broken connection says so more than once; by then another may have taken its place.
    const close = () => {
      if (lines[at] === line) lines[at] = undefined
    }
    client.on('error', close)
    client.on('end', close)
    line.catch(close)
    return line
  }

  /** Of one that is spoilt, what others asked is answered before it ends. */
  async function usable(at: number): Promise<Wire> {
    lines[at] ??= open(at)
    const line = lines[at]
    const client = await line
    if (!client.isSpoilt) return client
    if (lines[at] === line) lines[at] = undefined
    client.end().catch(() => undefined)
    return usable(at)
  }

  function query(client: Wire, text: string, values: unknown[]) {
    const { stream } = client.connection
    stream.cork()
    setImmediate(() => stream.uncork())
    return client.query(text, values)
  }

  return {
    options: settings,
    async connect() {
      if (waiting >= limits.waiting) throw new Problem('unavailable', {}, { retryAfter: 2 })
      turn = (turn + 1) % limits.connections
      const at = turn
      waiting += 1
      const release = () => {
        waiting -= 1
      }
      const client = await usable(at).catch((error: unknown) => {
        release()
        throw error
      })
      const ask = (text: string, values: unknown[]) => query(client, text, values)
      return { query: ask as unknown as PostgresPoolClient['query'], release }
    },
    async end() {
      const open = await Promise.allSettled(lines)
      await Promise.all(open.map((line) => (line.status === 'fulfilled' ? line.value?.end() : undefined)))
    },
  }
}
