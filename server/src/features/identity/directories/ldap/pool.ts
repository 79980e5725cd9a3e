import { type Client, ResultCodeError } from 'ldapts'
import type { Connection } from './connection.ts'
import { DirectoryFailure } from './failure.ts'

const idleMs = 30_000

type Work<T> = (client: Client) => Promise<T>

/**
 * Keeps connections open for the next sign-in, because a handshake costs more than a request. Each is used by
 * one sign-in at a time.
 */
export function connectionPool(open: (signal: AbortSignal) => Promise<Connection>, mostIdle: number) {
  const idle: { connection: Connection; timer: NodeJS.Timeout }[] = []

  function keep(connection: Connection) {
    if (!connection.isOpen() || idle.length >= mostIdle) return connection.close()
    connection.hold(false)
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((other) => other.connection === connection),
        1,
      )
      connection.close()
    }, idleMs)
    idle.push({ connection, timer: timer.unref() })
  }

  function takeIdle(): Connection | undefined {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      clearTimeout(kept.timer)
      kept.connection.hold(true)
      if (kept.connection.isOpen()) return kept.connection
    }
    return undefined
  }

  async function useOnce<T>(connection: Connection, signal: AbortSignal, work: Work<T>): Promise<T> {
    try {
      const result = await connection.use(signal, work)
      keep(connection)
      return result
    } catch (error) {
      // A result code is a response: the connection works.
      if (error instanceof ResultCodeError) keep(connection)
      else connection.close()
      throw error
    }
  }

  return {
    /** A server may close an idle connection at any time, so its failure is no reason to give up. */
    async use<T>(signal: AbortSignal, work: Work<T>): Promise<T> {
      for (let kept = takeIdle(); kept !== undefined; kept = takeIdle())
        try {
          return await useOnce(kept, signal, work)
        } catch (error) {
          if (!(error instanceof DirectoryFailure) || error.reason !== 'unreachable') throw error
        }
      return useOnce(await open(signal), signal, work)
    },
    close() {
      for (let kept = takeIdle(); kept !== undefined; kept = takeIdle()) kept.close()
    },
  }
}
