import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { NamingClient } from './naming-client.ts'
import { Problem } from './problem.ts'

type Limits = { connections: number; waiting: number }

/** What node-postgres leaves open to those who share a connection. */
type Wire = pg.Client & { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * A few connections that many requests share for short reads: a query goes out without waiting for the answer to the
 * one before, and what one turn of the event loop asks for goes out in one write. Transactions and anything slow have
 * no business here, since answers come back in the order of the questions.
 */
export function pipelinedPool(settings: pg.ClientConfig, limits: Limits): PostgresPool {
  const lines: (Promise<Wire> | undefined)[] = Array(limits.connections).fill(undefined)
  let turn = 0
  let waiting = 0

  async function open(at: number): Promise<Wire> {
    const client = new NamingClient({ ...settings, pipeline: true }) as Wire
    const close = () => {
      lines[at] = undefined
    }
    client.on('error', close)
    client.on('end', close)
    await client.connect().catch((error: unknown) => {
      close()
      throw error
    })
    return client
  }

  async function query(client: Wire, text: string, values: unknown[]) {
    const { stream } = client.connection
    stream.cork()
    setImmediate(() => stream.uncork())
    waiting += 1
    try {
      return await client.query(text, values)
    } finally {
      waiting -= 1
    }
  }

  return {
    options: settings,
    async connect() {
      if (waiting >= limits.waiting)
        throw new Problem('unavailable', 'The server is busy. Please try again shortly.', { retryAfter: 2 })
      turn = (turn + 1) % limits.connections
      const at = turn
      lines[at] ??= open(at)
      const client = await lines[at]
      const ask = (text: string, values: unknown[]) => query(client, text, values)
      return { query: ask as unknown as PostgresPoolClient['query'], release: () => undefined }
    },
    async end() {
      const open = await Promise.allSettled(lines)
      await Promise.all(open.map((line) => (line.status === 'fulfilled' ? line.value?.end() : undefined)))
    },
  }
}
