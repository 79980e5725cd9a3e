import pg from 'pg'

type Heard = (channel: string, payload: string) => void
export type Listener = { close(): Promise<void> }

const waitMs = 1000

/** Hears what PostgreSQL announces, on a connection of its own that comes back by itself; what it misses meanwhile is lost. */
export function listen(
  databaseUrl: string,
  channels: readonly string[],
  heard: Heard,
  failed: (error: unknown) => void,
): Listener {
  let closed = false
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined

  const later = (error: unknown) => {
    client?.removeAllListeners().on('error', () => undefined)
    client = undefined
    if (closed) return
    failed(error)
    clearTimeout(again)
    again = setTimeout(() => void connect(), waitMs)
  }

  async function connect() {
    const next = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'ats listener',
    })
    client = next
    next.on('error', later)
    next.on('end', () => later(new Error('the connection that listens has ended')))
    next.on('notification', ({ channel, payload = '' }) => heard(channel, payload))
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closed) await next.end()
    } catch (error) {
      later(error)
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end().catch(() => undefined)
    },
  }
}
