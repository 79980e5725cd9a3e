import { once } from 'node:events'
import { BlockList, connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Client, ResultCodeError } from 'ldapts'
import { DirectoryFailure, failureOf } from './failure.ts'
import { isSuccess, messageSplitter } from './messages.ts'

export type Server = { url: string; startTls: boolean; caCertificate: string | null }

const connectMs = 5000
/** What one sign-in may receive on a connection. */
const mostBytes = 4_000_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

function addressOf({ url }: Server) {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'ldaps:'
  return { isTls, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 636 : 389) }
}

const tlsOptions = (host: string, caCertificate: string | null) => ({
  host,
  ...(isIP(host) === 0 && { servername: host }),
  ...(caCertificate !== null && { ca: caCertificate }),
  minVersion: 'TLSv1.2' as const,
})

/** Resolves with the event, or rejects with the socket's error or once it is closed. */
async function untilReady<T extends Socket>(socket: T, event: string, signal: AbortSignal): Promise<T> {
  const ended = new AbortController()
  socket.on('error', () => undefined)
  socket.once('close', () => ended.abort(new DirectoryFailure('unreachable')))
  await once(socket, event, { signal: AbortSignal.any([signal, ended.signal]) }).catch((error: unknown) => {
    socket.destroy()
    if (signal.aborted) throw new DirectoryFailure('timeout')
    throw failureOf(ended.signal.aborted ? ended.signal.reason : error)
  })
  return socket
}

const startTlsRequest = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])
const extendedResponse = 0x78

/** The response must come alone: bytes after it were sent before encryption and may be an attacker's. */
async function upgrade(socket: Socket, host: string, caCertificate: string | null, signal: AbortSignal) {
  socket.write(startTlsRequest)
  const split = messageSplitter(10_000)
  let messages: Buffer[] = []
  let received = 0
  while (messages.length === 0) {
    await untilReady(socket, 'readable', signal)
    const chunk: Buffer | null = socket.read()
    if (chunk === null) throw new DirectoryFailure('unreachable')
    received += chunk.length
    messages = split(chunk)
  }
  const [response = Buffer.alloc(0)] = messages
  if (received !== response.length || !isSuccess(response, 1, extendedResponse))
    throw new DirectoryFailure('not-encrypted')
  return untilReady(connectTls({ ...tlsOptions(host, caCertificate), socket }), 'secureConnect', signal)
}

async function openSocket(server: Server, signal: AbortSignal): Promise<Socket | TLSSocket> {
  const { isTls, host, port } = addressOf(server)
  if (isTls)
    return untilReady(
      connectTls({ ...tlsOptions(host, server.caCertificate), port }),
      'secureConnect',
      signal,
    )
  if (!server.startTls && !isLoopback(host)) throw new DirectoryFailure('not-encrypted')
  const socket = await untilReady(connectTcp({ host, port }), 'connect', signal)
  if (!server.startTls) return socket
  return upgrade(socket, host, server.caCertificate, signal).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
}

/** Passes on one checked message at a time, up to a number of bytes that `allow` renews. */
function checkedStream(socket: Socket) {
  const split = messageSplitter(mostBytes)
  let left = mostBytes
  const stream = new Duplex({
    readableObjectMode: true,
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    try {
      if (left < 0) throw new DirectoryFailure('too-large')
      for (const message of split(chunk)) stream.push(message)
    } catch (error) {
      stream.destroy(failureOf(error))
    }
  })
  socket.on('error', (error) => stream.destroy(failureOf(error)))
  socket.on('close', () => stream.destroy())
  if (socket.destroyed) stream.destroy()
  const allow = () => {
    left = mostBytes
  }
  return { stream, allow }
}

export type Connection = {
  /** Runs requests; when the signal aborts, the connection closes. A result code is thrown as it is. */
  use<T>(signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T>
  isOpen(): boolean
  /** Whether an open connection keeps the process running. */
  hold(isInUse: boolean): void
  close(): void
}

/** The client sees one established connection: it must never reconnect by itself, unencrypted and unbound. */
function clientOf(stream: Duplex) {
  const sockets = [Object.assign(stream, { connecting: false, readyState: 'open' })]
  const createConnection = () => {
    const socket = sockets.pop()
    if (socket === undefined) throw new DirectoryFailure('unreachable')
    return socket as unknown as Socket
  }
  return new Client({ url: 'ldap://directory.invalid', createConnection })
}

export async function connect(server: Server, signal: AbortSignal): Promise<Connection> {
  const socket = await openSocket(server, AbortSignal.any([signal, AbortSignal.timeout(connectMs)]))
  socket.setNoDelay(true)
  const { stream, allow } = checkedStream(socket)
  // The client listens for errors only during requests.
  stream.on('error', () => undefined)
  const client = clientOf(stream)
  return {
    async use(until, work) {
      const abort = () => stream.destroy(new DirectoryFailure('timeout'))
      if (until.aborted) abort()
      until.addEventListener('abort', abort)
      allow()
      try {
        return await work(client)
      } catch (error) {
        if (error instanceof ResultCodeError || error instanceof DirectoryFailure) throw error
        throw failureOf(stream.errored ?? error)
      } finally {
        until.removeEventListener('abort', abort)
      }
    },
    isOpen: () => !stream.destroyed,
    hold: (isInUse) => void (isInUse ? socket.ref() : socket.unref()),
    close: () =>
      void client
        .unbind()
        .catch(() => undefined)
        .finally(() => stream.destroy()),
  }
}
