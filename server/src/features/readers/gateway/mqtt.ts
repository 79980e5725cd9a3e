import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Id } from '#kernel/db/db.ts'
import type { Entry } from '#kernel/log/envelope.ts'
import type { Directory } from '../directory.ts'

export const mostPayloadBytes = 400_000
const badCredentials = 4
const unavailable = 3
const mostConnections = 5000

type Session = { id: Id; hash: Buffer | null }
export type TlsFiles = { cert: Buffer; key: Buffer }
type Options = { directory: Directory; store: (entry: Entry) => Promise<void>; tls: TlsFiles | undefined }

export type MqttDoor = {
  server: Server
  /** Cuts off whoever came in with a password that the reader no longer has. */
  recheck(id: Id): void
  clients(): number
  close(): Promise<void>
}

const refusal = (message: string, returnCode: number) =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError

const ignore = () => undefined

const topics: Record<string, Entry['kind']> = { reads: 'reads', status: 'health' }

/** What a reader may publish: its reads, and its last will, each under its own id. */
function kindOfTopic(topic: string, id: Id): Entry['kind'] | undefined {
  const [root, owner, part = '', ...more] = topic.split('/')
  if (root !== 'readers' || owner !== id || more.length > 0) return undefined
  return Object.hasOwn(topics, part) ? topics[part] : undefined
}

const healthOf = (reader: Id, text: string): Entry => ({
  ...{ reader, kind: 'health', receivedAt: new Date().toISOString(), payload: Buffer.from(text) },
})

/** MQTT 3.1.1 for readers. A message is acknowledged only after the log has it; nobody can subscribe to anything. */
export async function openMqtt({ directory, store, tls }: Options): Promise<MqttDoor> {
  const sessions = new Map<Client, Session>()
  const note = (reader: Id, text: string) => void store(healthOf(reader, text)).catch(ignore)

  const broker = await Aedes.createBroker({
    ...{ concurrency: 100, connectTimeout: 10_000, queueLimit: 100, maxTopicLevels: 5 },
    authenticate(client, username, password, done) {
      if (!directory.isLoaded()) return done(refusal('the database is away', unavailable), null)
      void directory.withPassword(username ?? '', password?.toString() ?? '').then((reader) => {
        if (reader === undefined) return done(refusal('wrong credentials', badCredentials), null)
        sessions.set(client, { id: reader.id, hash: reader.hash })
        done(null, true)
      })
    },
    authorizePublish(client, packet, done) {
      const session = client === null ? undefined : sessions.get(client)
      const entry = session && entryOf(session.id, packet)
      if (entry === undefined) return done(new Error('this reader may not publish that'))
      // Nothing is kept here for later subscribers: there are none.
      packet.retain = false
      store(entry).then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error('not stored')),
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })
  broker.on('clientReady', (client) => {
    const session = sessions.get(client)
    if (session !== undefined) note(session.id, 'connected')
  })
  broker.on('clientDisconnect', (client) => {
    const session = sessions.get(client)
    sessions.delete(client)
    const isElsewhere = [...sessions.values()].some(({ id }) => id === session?.id)
    if (session !== undefined && !isElsewhere) note(session.id, 'lost')
  })
  broker.on('clientError', ignore).on('connectionError', ignore)

  const server = tls === undefined ? createServer(broker.handle) : createTlsServer(tls, broker.handle)
  server.maxConnections = mostConnections
  return {
    server,
    recheck(id) {
      const hash = directory.get(id)?.hash ?? null
      for (const [client, session] of sessions)
        if (session.id === id && (hash === null || session.hash?.equals(hash) !== true)) client.close()
    },
    clients: () => sessions.size,
    close: async () => {
      server.close()
      await new Promise<void>((closed) => broker.close(closed))
    },
  }
}

function entryOf(id: Id, { topic, payload }: PublishPacket): Entry | undefined {
  const kind = kindOfTopic(topic, id)
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  if (kind === undefined || bytes.length > mostPayloadBytes) return undefined
  return { reader: id, kind, receivedAt: new Date().toISOString(), payload: bytes }
}
