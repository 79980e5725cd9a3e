import { readFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '#kernel/db/db.ts'
import { expiryGauge, expiryOf } from '#kernel/http/certificate-expiry.ts'
import type { Entry } from '#kernel/log/envelope.ts'
import type { Log } from '#kernel/log/log.ts'
import type { ReaderConfig } from '#server/reader-config.ts'
import { openDirectory } from '../directory.ts'
import { newArrivals } from './arrivals.ts'
import { openMqtt } from './mqtt.ts'
import { newPublisher } from './publisher.ts'
import { openWebhook } from './webhook.ts'

export type Gateway = {
  mqttPort: number
  webhookPort: number
  /** Publishes a real message: NATS reports healthy even while it rejects messages. */
  canStore(): Promise<boolean>
  knowsReaders(): boolean
  stop(): Promise<void>
}

type Parts = { db: Db; config: ReaderConfig; log: Log; registry: Registry; failed: (error: unknown) => void }

async function listenOn(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return address === null || typeof address === 'string' ? port : address.port
}

async function tlsFiles({ tls }: ReaderConfig['gateway']) {
  if (tls === undefined) return undefined
  const [cert, key] = await Promise.all([readFile(tls.certFile), readFile(tls.keyFile)])
  return { cert, key }
}

/** Accepts messages of readers by MQTT and webhook, and acknowledges them after NATS has stored them. */
export async function startGateway({ db, config, log, registry, failed }: Parts): Promise<Gateway> {
  const publisher = newPublisher(log.js)
  const taken = new Counter({
    ...{ name: 'ats_gateway_messages_total', help: 'Messages of readers, by what became of them' },
    ...{ labelNames: ['outcome'] as const, registers: [registry] },
  })
  // A rate that includes the first error needs a sample before it.
  for (const outcome of ['stored', 'refused'] as const) taken.inc({ outcome }, 0)
  const store = async (entry: Entry) => {
    try {
      await publisher.publish(entry)
      taken.inc({ outcome: 'stored' })
    } catch (error) {
      taken.inc({ outcome: 'refused' })
      throw error
    }
  }
  let recheck: (id: string) => void = () => undefined
  const directory = await openDirectory(db, config.databaseUrl, { changed: (id) => recheck(id), failed })
  const tls = await tlsFiles(config.gateway)
  const expiry = expiryGauge(registry)
  if (tls !== undefined) expiry.set({ certificate: 'gateway' }, expiryOf(tls.cert))
  const door = { directory, store, tls, arrivalOf: newArrivals() }
  const mqtt = await openMqtt(door)
  recheck = mqtt.recheck
  const webhook = openWebhook(door)
  new Gauge({
    ...{ name: 'ats_gateway_connections', help: 'Readers connected by MQTT', registers: [registry] },
    collect() {
      this.set(mqtt.clients())
    },
  })
  const { host, mqttPort, webhookPort } = config.gateway
  return {
    mqttPort: await listenOn(mqtt.server, mqttPort, host),
    webhookPort: await listenOn(webhook, webhookPort, host),
    canStore: () => publisher.publish(probe()).then(() => true),
    knowsReaders: directory.isLoaded,
    async stop() {
      webhook.close()
      webhook.closeIdleConnections()
      await mqtt.close()
      await directory.stop()
    },
  }
}

/** An empty entry of no reader: the writer ignores it. */
const probe = (): Entry => ({
  ...{ reader: '-', kind: 'health', receivedAt: new Date().toISOString(), payload: Buffer.alloc(0) },
})
