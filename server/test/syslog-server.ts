import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { afterAll } from 'vitest'
import { run } from '../../scripts/processes.ts'

const folder = await mkdtemp(join(tmpdir(), 'ats-syslog-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A self-signed certificate for a name; it is its own authority. */
export async function certificateFor(name: string, host = 'IP:127.0.0.1') {
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) }
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${host}`],
    ...['-out', files.certFile, '-keyout', files.keyFile],
  ])
  return files
}

type Files = Awaited<ReturnType<typeof certificateFor>>

/** Splits octet-counted frames; the rest waits for more bytes. */
function framesIn(bytes: Buffer): { frames: string[]; rest: Buffer } {
  const frames: string[] = []
  let rest = bytes
  for (;;) {
    const space = rest.indexOf(' ')
    const length = Number(rest.subarray(0, space).toString())
    if (space < 1 || rest.length < space + 1 + length) return { frames, rest }
    frames.push(rest.subarray(space + 1, space + 1 + length).toString())
    rest = rest.subarray(space + 1 + length)
  }
}

/** A syslog server with TLS on loopback that stores the messages it receives; it can stop and start again. */
export async function syslogServer(files: Files, clientCa?: string) {
  const messages: string[] = []
  const sockets = new Set<TLSSocket>()
  let server: Server | undefined
  let port = 0

  async function start(own = files) {
    const [cert, key] = await Promise.all([readFile(own.certFile), readFile(own.keyFile)])
    const client = clientCa && { requestCert: true, ca: await readFile(clientCa) }
    server = createServer({ cert, key, ...client }, (socket) => {
      let waiting: Buffer = Buffer.alloc(0)
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      socket.on('data', (bytes: Buffer) => {
        const { frames, rest } = framesIn(Buffer.concat([waiting, bytes]))
        messages.push(...frames)
        waiting = rest
      })
    })
    server.on('tlsClientError', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function stop() {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server?.close(resolve))
  }

  await start()
  afterAll(stop)
  return { messages, start, stop, connections: () => sockets.size, port }
}
