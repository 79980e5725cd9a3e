import type { Socket } from 'node:net'

/** Behind a load balancer all readers come from one address; they authenticate within milliseconds. */
const mostInAll = 500
const mostOfAddress = 100
const patienceMs = 10_000

export type Newcomers = {
  /** False if there are too many. Admitted connections are closed unless they authenticate in time. */
  admit(socket: Socket): boolean
  /** The connection is authenticated. Identified by address and port, because a TLS socket is a different object. */
  letIn(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void
  count(): number
}

type Limits = { inAll: number; ofAddress: number; patienceMs: number }

const keyOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>) =>
  `${remoteAddress} ${remotePort}`

/** Unauthenticated connections: few, and only for a short time, which includes the TLS handshake. */
export function newNewcomers({ inAll, ofAddress, patienceMs: patience }: Limits = standardLimits): Newcomers {
  const waiting = new Map<string, () => void>()
  const addresses = new Map<string, number>()

  function admit(socket: Socket) {
    const address = socket.remoteAddress ?? ''
    const before = addresses.get(address) ?? 0
    if (waiting.size >= inAll || before >= ofAddress) {
      socket.destroy()
      return false
    }
    const key = keyOf(socket)
    const timer = setTimeout(() => socket.destroy(), patience)
    const leave = () => {
      if (waiting.get(key) !== leave) return
      clearTimeout(timer)
      waiting.delete(key)
      const rest = (addresses.get(address) ?? 1) - 1
      if (rest === 0) addresses.delete(address)
      else addresses.set(address, rest)
    }
    addresses.set(address, before + 1)
    waiting.set(key, leave)
    socket.once('close', leave)
    return true
  }

  return { admit, letIn: (socket) => waiting.get(keyOf(socket))?.(), count: () => waiting.size }
}

const standardLimits: Limits = { inAll: mostInAll, ofAddress: mostOfAddress, patienceMs }
