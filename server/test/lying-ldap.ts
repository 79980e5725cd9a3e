import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { BerReader } from 'ldapts'
import { afterAll } from 'vitest'
import type { Certificate } from '../../scripts/ldap/certificates.ts'

const operations = { 96: 'bind', 99: 'search', 119: 'extended', 66: 'unbind' } as const

export type Asked = {
  id: number
  operation: (typeof operations)[keyof typeof operations]
  /** The name and the password of a bind. */
  dn: string
  password: string
}
type Respond = (asked: Asked, socket: Socket) => void

/** Tag, length and contents in the encoding of LDAP. */
export function ber(tag: number, ...contents: (Buffer | string | number)[]): Buffer {
  const bytes = Buffer.concat(
    contents.map((one) => (typeof one === 'number' ? Buffer.from([one]) : Buffer.from(one as string))),
  )
  const length = Buffer.alloc(5, 0x84)
  length.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([Buffer.from([tag]), length, bytes])
}

export const message = (id: number, operation: Buffer) => ber(0x30, ber(0x02, id), operation)
/** The end of a bind (0x61), a search (0x65) or an extended operation (0x78). */
export const result = (id: number, tag: number, code: number) =>
  message(id, ber(tag, ber(0x0a, code), ber(0x04), ber(0x04)))
export const entry = (id: number, dn: string, attributes: Record<string, string | Buffer>) =>
  message(
    id,
    ber(
      0x64,
      ber(0x04, dn),
      ber(
        0x30,
        ...Object.entries(attributes).map(([type, value]) =>
          ber(0x30, ber(0x04, type), ber(0x31, ber(0x04, value))),
        ),
      ),
    ),
  )

/** Undefined for what is no LDAP, such as the beginning of TLS. */
function read(bytes: Buffer): Asked | undefined {
  if (bytes[0] !== 0x30) return undefined
  const reader = new BerReader(bytes)
  reader.readSequence()
  const id = reader.readInt() ?? 0
  const operation = operations[reader.readSequence() as keyof typeof operations]
  if (operation !== 'bind') return { id, operation, dn: '', password: '' }
  reader.readInt()
  return { id, operation, dn: reader.readString() ?? '', password: reader.readString(0x80) ?? '' }
}

async function listening(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A directory that a test makes up; by default it accepts binds and finds nobody. Each request is one packet. */
export async function lyingLdap(respond: Respond) {
  const asked: Asked[] = []
  const port = await listening(
    createTcp((socket) => {
      socket.on('data', (bytes) => {
        const one = read(bytes)
        if (one === undefined) return
        asked.push(one)
        respond(one, socket)
      })
    }),
  )
  return { url: `ldap://127.0.0.1:${port}`, asked }
}

/** Success for whatever was asked. */
export function succeed({ id, operation }: Asked, socket: Socket) {
  const tag = { bind: 0x61, search: 0x65, extended: 0x78, unbind: 0 }[operation]
  if (tag !== 0) socket.write(result(id, tag, 0))
}

/** TLS with a certificate of its own in front of another port. */
export async function tlsInFrontOf(target: number, { cert, key }: Certificate) {
  const files = { cert: await readFile(cert), key: await readFile(key) }
  const port = await listening(
    createTls(files, (socket) => {
      const inner = connect(target, '127.0.0.1').on('error', () => socket.destroy())
      socket
        .on('error', () => inner.destroy())
        .pipe(inner)
        .pipe(socket)
    }).on('tlsClientError', () => undefined),
  )
  return `ldaps://127.0.0.1:${port}`
}
