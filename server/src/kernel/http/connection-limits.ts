import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './address.ts'

type Limits = {
  /** In total; Node closes any beyond this. */
  connections: number
  perAddress: number
  /** A trusted proxy forwards the connections of many people. */
  isProxy: (address: string) => boolean
}

/** The share of all connections above which idle ones are closed for new ones. */
const nearlyFull = 0.8

type OfAddress = { open: number; idle: Set<Socket> }

/**
 * Idle connections cost others nothing: if an address, or the server, is nearly full, a new connection
 * replaces the one that was idle for longest. Only connections with an active request are guaranteed.
 */
export function limitConnections(server: Server, { connections, perAddress, isProxy }: Limits) {
  const addresses = new Map<string, OfAddress>()
  const ownerOf = new WeakMap<Socket, OfAddress>()
  let open = 0

  const endIdle = ({ idle }: OfAddress): boolean => {
    const [oldest] = idle
    if (oldest === undefined) return false
    idle.delete(oldest)
    oldest.destroy()
    return true
  }

  /** Takes one from the address with the most connections, so that people with few do not lose one. */
  const endIdleOfMost = () => {
    let most: OfAddress | undefined
    for (const one of addresses.values())
      if (one.idle.size > 0 && (most === undefined || one.open > most.open)) most = one
    if (most !== undefined) endIdle(most)
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const own = addresses.get(network) ?? { open: 0, idle: new Set() }
    if (own.open >= perAddress && !isProxy(address) && !endIdle(own)) {
      socket.destroy()
      return
    }
    if (open >= connections * nearlyFull) endIdleOfMost()
    addresses.set(network, own)
    ownerOf.set(socket, own)
    own.open += 1
    own.idle.add(socket)
    open += 1
    socket.once('close', () => {
      open -= 1
      own.open -= 1
      own.idle.delete(socket)
      if (own.open === 0) addresses.delete(network)
    })
  })

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const own = ownerOf.get(socket)
    if (own === undefined) return
    own.idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) own.idle.add(socket)
    })
  })
}
