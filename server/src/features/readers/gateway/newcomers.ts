import type { Socket } from 'node:net'

/** A gateway may be behind a balancer, so that all readers come from one address: they get in within milliseconds. */
const mostInAll = 500
const mostOfAddress = 100
const patienceMs = 10_000

export type Newcomers = {
  /** False for one too many, which is cut off. The others are cut off unless they get in in time. */
  admit(socket: Socket): boolean
  /** The connection has proved who it is. By address and port, since a TLS socket is another one than the one that came. */
  letIn(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void
  count(): number
}

type Limits = { inAll: number; ofAddress: number; patienceMs: number }

const keyOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>) =>
  `${remoteAddress} ${remotePort}`

/** Connections that have not proved who they are: few, and not for long. A TLS handshake is part of that time. */
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
