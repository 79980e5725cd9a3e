import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node'

export const stream = 'READS'
export const readsSubject = 'ats.reads'
export const writerConsumer = 'writer'

export type LogConfig = {
  servers: readonly string[]
  monitors: readonly string[] | undefined
  replicas: number
  storeBytes: number
}

const day = 24 * 60 * 60 * 1000
/** The time for the writer to finish a batch before NATS delivers its messages to another. */
const ackWaitMs = 30_000
/** The id of a message is unique per attempt, so NATS only needs to remember it for the length of an attempt. */
const attemptMs = 60_000
const mostPending = 2000
/** A node that is cut off does not close connections: after three missed pings the client tries another. */
const pingMs = 2000

export type Log = {
  connection: NatsConnection
  js: JetStreamClient
  manager: JetStreamManager
  close(): Promise<void>
}

/** Parses `nats://user:password@host:port`, because the client only reads host and port. */
export function serversOf(addresses: readonly string[]) {
  const urls = addresses.map((address) => new URL(address.includes('://') ? address : `nats://${address}`))
  const named = urls.find(({ username }) => username !== '')
  const credentials = named && {
    user: decodeURIComponent(named.username),
    pass: decodeURIComponent(named.password),
  }
  return { servers: urls.map(({ host }) => host), ...credentials }
}

/** Connects to NATS, and reconnects whenever the connection breaks. */
export async function openLog({ servers }: Pick<LogConfig, 'servers'>, name: string): Promise<Log> {
  const connection = await connect({
    ...serversOf(servers),
    ...{ name, maxReconnectAttempts: -1, reconnectTimeWait: 500, timeout: 5000 },
    ...{ waitOnFirstConnect: false, pingInterval: pingMs, maxPingOut: 2 },
  })
  return {
    connection,
    js: jetstream(connection, { timeout: 5000 }),
    manager: await jetstreamManager(connection, { timeout: 5000, checkAPI: false }),
    close: () => connection.close(),
  }
}

const isMissing = (error: unknown) => error instanceof JetStreamApiError && error.status === 404

/**
 * Messages stay until the writer has stored them in the database; a full stream rejects new ones, so that
 * readers keep theirs. Safe to repeat.
 */
export async function prepareStream({ manager }: Log, { replicas, storeBytes }: LogConfig) {
  const config = {
    ...{ subjects: [readsSubject], retention: RetentionPolicy.Workqueue },
    ...{ storage: StorageType.File, discard: DiscardPolicy.New, num_replicas: replicas },
    ...{ max_bytes: storeBytes, max_age: nanos(14 * day), duplicate_window: nanos(attemptMs) },
    // Allows reading a node's own files (`writer/skipped.ts`).
    allow_direct: true,
  }
  const known = await manager.streams.info(stream).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (known === undefined) await manager.streams.add({ name: stream, ...config })
  else await manager.streams.update(stream, config)
  const consumer = {
    ...{ durable_name: writerConsumer, ack_policy: AckPolicy.Explicit, filter_subject: readsSubject },
    ...{ ack_wait: nanos(ackWaitMs), max_ack_pending: mostPending, max_deliver: -1 },
  }
  await manager.consumers.add(stream, consumer)
}
