import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { newClient } from './connection.ts'

const reconnectMs = 1000

export type Listener = { stop(): Promise<void> }

/**
 * Listens on PostgreSQL channels with a separate connection, which is reopened whenever it breaks. `heard` is
 * also called after each connect, because notifications before it are lost.
 */
export function listen(
  databaseUrl: string,
  channels: readonly string[],
  heard: (channel: string, payload: string) => void,
): Listener {
  const stopper = new AbortController()
  const { signal } = stopper

  async function connection() {
    const client = newClient(databaseUrl, 'ats listener')
    client.on('notification', ({ channel, payload = '' }) => heard(channel, payload))
    try {
      const ended = once(client, 'end', { signal })
      ended.catch(() => undefined)
      await client.connect()
      for (const channel of channels) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
        heard(channel, '')
      }
      await ended
    } finally {
      await client.end()
    }
  }

  async function goOn() {
    while (!signal.aborted) {
      await connection().catch(() => undefined)
      await delay(reconnectMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const going = goOn()
  return {
    async stop() {
      stopper.abort()
      await going
    },
  }
}
