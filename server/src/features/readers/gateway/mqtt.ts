import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Id } from '#kernel/db/db.ts'
import type { Entry } from '#kernel/log/envelope.ts'
import type { Directory } from '../directory.ts'
import type { Arrivals } from './arrivals.ts'
import { guardConnection } from './guarded-connection.ts'
import { newNewcomers } from './newcomers.ts'

export const mostPayloadBytes = 400_000
const badCredentials = 4
const unavailable = 3
const mostConnections = 5000
/** A reader may leave connections open; beyond this number the oldest is closed. */
const mostOfReader = 10
const handshakeMs = 10_000

type Session = { id: Id; hash: Buffer | null; isReady: boolean }
type TlsFiles = { cert: Buffer; key: Buffer }
export type DoorOptions = {
  directory: Directory
  store: (entry: Entry) => Promise<void>
  arrivalOf: Arrivals
  tls: TlsFiles | undefined
}

export type MqttDoor = {
  server: Server
  /** Disconnects clients whose password the reader no longer has. */
  recheck(id: Id): void
  clients(): number
  close(): Promise<void>
}

const refusal = (message: string, returnCode: number) =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError

const ignore = () => undefined

const topics: Record<string, Entry['kind']> = { reads: 'reads', status: 'health' }

/** A reader may publish its reads and its last will, each under its own id. */
function kindOfTopic(topic: string, id: Id): Entry['kind'] | undefined {
  const [root, owner, part = '', ...more] = topic.split('/')
  if (root !== 'readers' || owner !== id || more.length > 0) return undefined
  return Object.hasOwn(topics, part) ? topics[part] : undefined
}

const healthOf = (reader: Id, text: string): Entry => ({
  ...{ reader, kind: 'health', receivedAt: new Date().toISOString(), payload: Buffer.from(text) },
})

/** The connected clients, in the order of connection. */
function newSessions(note: (reader: Id, text: string) => void) {
  const sessions = new Map<Client, Session>()
  /** A last will is published after its session has ended. */
  const known = new WeakMap<Client, Session>()
  const ofReader = (id: Id) => [...sessions].filter(([, session]) => session.id === id)
  function leave(client: Client) {
    const session = sessions.get(client)
    sessions.delete(client)
    if (session?.isReady === true && ofReader(session.id).length === 0) note(session.id, 'lost')
  }
  return {
    get: (client: Client | null) => (client === null ? undefined : known.get(client)),
    ofReader,
    count: () => sessions.size,
    enter(client: Client, session: Session) {
      const others = ofReader(session.id)
      if (others.length >= mostOfReader) others[0]?.[0].close()
      sessions.set(client, session)
      known.set(client, session)
      client.conn.once('close', () => leave(client))
    },
    ready(client: Client) {
      const session = sessions.get(client)
      if (session === undefined) return
      session.isReady = true
      note(session.id, 'connected')
    },
  }
}

type Sessions = ReturnType<typeof newSessions>

/** `trusted` is called with a connection once it is authenticated. */
const newBroker = (
  { directory, store, arrivalOf }: DoorOptions,
  sessions: Sessions,
  trusted: (client: Client) => void,
) =>
  Aedes.createBroker({
    ...{ concurrency: 100, connectTimeout: 10_000, queueLimit: 100, maxTopicLevels: 5 },
    authenticate(client, username, password, done) {
      if (!directory.isLoaded()) return done(refusal('the database is away', unavailable), null)
      void directory.withPassword(username ?? '', password?.toString() ?? '').then((reader) => {
        if (reader === undefined) return done(refusal('wrong credentials', badCredentials), null)
        if (client.closed) return
        // The broker identifies clients by this name and lets a new one take it over, so it must contain the
        // reader's id.
        client.id = `${reader.id} ${client.id}`
        sessions.enter(client, { id: reader.id, hash: reader.hash, isReady: false })
        trusted(client)
        done(null, true)
      })
    },
    authorizePublish(client, packet, done) {
      const session = sessions.get(client)
      const entry = session && entryOf(session.id, packet, arrivalOf, client?.id)
      if (entry === undefined) return done(new Error('this reader may not publish that'))
      // Nothing is retained for later subscribers: there are none.
      packet.retain = false
      store(entry).then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error('not stored')),
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  })

/** MQTT 3.1.1 for readers. A message is acknowledged only after NATS has stored it; nobody can subscribe. */
export async function openMqtt(options: DoorOptions): Promise<MqttDoor> {
  const { directory, store, tls } = options
  const sessions = newSessions((reader, text) => void store(healthOf(reader, text)).catch(ignore))
  const newcomers = newNewcomers()
  const doors = new WeakMap<object, () => void>()
  const broker = await newBroker(options, sessions, ({ conn }) => doors.get(conn)?.())
  broker.on('clientReady', sessions.ready)
  broker.on('clientError', ignore).on('connectionError', ignore)

  function receive(socket: Socket) {
    const { connection, trust } = guardConnection(socket, mostPayloadBytes)
    doors.set(connection, () => {
      newcomers.letIn(socket)
      trust()
    })
    broker.handle(connection)
  }
  const server =
    tls === undefined ? createServer() : createTlsServer({ ...tls, handshakeTimeout: handshakeMs }, receive)
  server.on('connection', (socket) => {
    if (newcomers.admit(socket) && tls === undefined) receive(socket)
  })
  server.maxConnections = mostConnections
  return {
    server,
    recheck(id) {
      const hash = directory.get(id)?.hash ?? null
      for (const [client, session] of sessions.ofReader(id))
        if (hash === null || session.hash?.equals(hash) !== true) client.close()
    },
    clients: sessions.count,
    close: async () => {
      server.close()
      await new Promise<void>((closed) => broker.close(closed))
    },
  }
}

/** In MQTT a repeated message is flagged and keeps its packet id, which is only meaningful within a session. */
function entryOf(
  reader: Id,
  { topic, payload, qos, dup, messageId }: PublishPacket & { messageId?: number },
  arrivalOf: Arrivals,
  client = '',
): Entry | undefined {
  const kind = kindOfTopic(topic, reader)
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  if (kind === undefined || bytes.length > mostPayloadBytes) return undefined
  const name = qos === 0 || messageId === undefined ? undefined : `${client} ${messageId}`
  return {
    reader,
    kind,
    receivedAt: arrivalOf({ reader, payload: bytes, name, isResent: dup }),
    payload: bytes,
  }
}
