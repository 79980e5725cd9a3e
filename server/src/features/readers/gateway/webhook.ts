import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Directory } from '../directory.ts'
import { type DoorOptions, mostPayloadBytes } from './mqtt.ts'

const mostConnections = 5000
const handshakeTimeout = 10_000
const mostKeyLength = 200
const timeouts = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 }

function answer(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ message }))
}

/** Accepts `Basic id:password` and `Bearer password`, because devices differ. */
function passwordIn(id: string, authorization = ''): string | undefined {
  const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const [user, ...password] = Buffer.from(value, 'base64').toString().split(':')
  return user === id ? password.join(':') : undefined
}

async function callerOf(directory: Directory, { url = '', headers }: IncomingMessage) {
  const id = /^\/readers\/([0-9a-f-]{36})$/.exec(url.split('?', 1)[0] ?? '')?.[1]
  const password = id === undefined ? undefined : passwordIn(id, headers.authorization)
  return id === undefined || password === undefined ? undefined : directory.withPassword(id, password)
}

/** Undefined if the body is too long; the rest of it is not read. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostPayloadBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Devices that can give each message a unique key, and the same key when they send it again. */
function nameOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' && key.length <= mostKeyLength ? `key ${key}` : undefined
}

async function take(
  { directory, store, arrivalOf }: DoorOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method !== 'POST')
    return answer(response, 405, 'Post reads to /readers/<id>', { allow: 'POST' })
  if (!directory.isLoaded()) return answer(response, 503, 'The database is away', { 'retry-after': '5' })
  const reader = await callerOf(directory, request)
  if (reader === undefined)
    return answer(response, 401, 'Unknown reader or wrong password', {
      'www-authenticate': 'Basic realm="readers"',
    })
  const payload = await bodyOf(request)
  if (payload === undefined)
    return answer(response, 413, `Send at most ${mostPayloadBytes} bytes at once`, { connection: 'close' })
  try {
    const receivedAt = arrivalOf({ reader: reader.id, payload, name: nameOf(request), isResent: true })
    await store({ reader: reader.id, kind: 'reads', receivedAt, payload })
    answer(response, 202, 'Stored')
  } catch {
    answer(response, 503, 'It could not be stored; send it again', { 'retry-after': '5' })
  }
}

/** Webhooks of readers: 202 only after NATS has stored the message. */
export function openWebhook(options: DoorOptions): Server {
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(options, request, response).catch(() => response.destroy())
  const server =
    options.tls === undefined
      ? createServer(listener)
      : createTlsServer({ ...options.tls, handshakeTimeout }, listener)
  Object.assign(server, timeouts, { maxConnections: mostConnections })
  return server
}
