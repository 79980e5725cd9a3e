import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { newPacketGuard } from './packet-guard.ts'

/** Enough for a CONNECT with names, a password and a last will. */
const mostConnectBytes = 8000
/** The header and the topic of a message with the largest payload. */
const mostHeaderBytes = 1000
/**
 * A sender that is silent for this long, even without keepalive packets, is disconnected whatever keepalive
 * it requested.
 */
const mostIdleMs = 20 * 60_000
const probeMs = 30_000

export type GuardedConnection = { connection: Duplex; trust(): void }

/**
 * A connection as the broker sees it. The broker's parser buffers whole packets, so a packet that is too long
 * must be detected before the parser gets a byte of it. Data after CONNECT waits in the socket until the
 * sender is authenticated.
 */
export function guardConnection(socket: Socket, mostPayloadBytes: number): GuardedConnection {
  const guard = newPacketGuard({
    ...{ beforeConnect: mostConnectBytes, afterConnect: mostPayloadBytes + mostHeaderBytes },
  })
  let held: Buffer | undefined
  const connection = new Duplex({
    read: () => void (held === undefined && socket.resume()),
    write: (bytes: Buffer, _encoding, done) => void socket.write(bytes, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  function pass(bytes: Buffer) {
    if (held !== undefined) {
      held = Buffer.concat([held, bytes])
      return
    }
    const admitted = guard.admit(bytes)
    if (admitted < bytes.length) held = bytes.subarray(admitted)
    const isWanted = admitted === 0 || connection.push(bytes.subarray(0, admitted))
    if (held !== undefined || !isWanted) socket.pause()
  }
  const passOrCut = (bytes: Buffer) => {
    try {
      pass(bytes)
    } catch (error) {
      connection.destroy(error instanceof Error ? error : undefined)
    }
  }
  socket.on('data', passOrCut)
  socket.on('end', () => void connection.push(null))
  socket.on('error', (error) => void connection.destroy(error))
  socket.on('close', () => void connection.destroy())
  socket.setKeepAlive(true, probeMs)
  socket.setTimeout(mostIdleMs, () => void connection.destroy())
  return {
    connection,
    trust() {
      if (connection.destroyed) return
      guard.trust()
      const bytes = held
      held = undefined
      if (bytes !== undefined) passOrCut(bytes)
      if (held === undefined) socket.resume()
    },
  }
}
