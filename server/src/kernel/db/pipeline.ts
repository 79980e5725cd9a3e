// Why it is built this way: docs/decisions/004-talking-to-postgresql.md

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { Problem } from '#kernel/http/problem.ts'
import { NamingClient } from './naming-client.ts'

type Limits = { connections: number; waiting: number }

/** The parts of node-postgres that allow sharing a connection. */
type Wire = NamingClient & { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * A few connections that many requests share for short reads. A query is sent without waiting for the
 * previous result, and all queries of one turn of the event loop are sent in one write. Results arrive in
 * order, so neither transactions nor slow queries may run here.
 */
export function pipelinedPool(settings: pg.ClientConfig, limits: Limits): PostgresPool {
  const lines: (Promise<Wire> | undefined)[] = Array(limits.connections).fill(undefined)
  let turn = 0
  let waiting = 0

  function open(at: number): Promise<Wire> {
    const client = new NamingClient({ ...settings, pipeline: true }) as Wire
    const line = client.connect().then(() => client)
    // A broken connection may emit several events; by then another may have replaced it.
    const close = () => {
      if (lines[at] === line) lines[at] = undefined
    }
    client.on('error', close)
    client.on('end', close)
    line.catch(close)
    return line
  }

  /** On a spoilt connection, pending queries of others are completed before it is closed. */
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
