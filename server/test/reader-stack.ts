import { Registry } from 'prom-client'
import { afterAll } from 'vitest'
import { startGateway } from '#features/readers/gateway/gateway.ts'
import { startWriter } from '#features/readers/writer/writer.ts'
import { openLog, prepareStream } from '#kernel/log/log.ts'
import { startNats } from '../../scripts/readers/nats.ts'
import type { TestApp } from './app.ts'

/** A real NATS, a gateway and a writer on the database of a test, stopped after the file's tests. */
export async function readerStack(t: TestApp, tls?: { certFile: string; keyFile: string }) {
  const nats = await startNats()
  const logConfig = { servers: [nats.url], monitors: [nats.monitor], replicas: 1, storeBytes: 50_000_000 }
  const log = await openLog(logConfig, 'test')
  await prepareStream(log, logConfig)
  const config = { ...t.config, gateway: { host: '127.0.0.1', mqttPort: 0, webhookPort: 0, tls } }
  const errors: unknown[] = []
  const parts = { db: t.db, config, log, failed: (error: unknown) => void errors.push(error) }
  const registry = new Registry()
  const gateway = await startGateway({ ...parts, registry })
  const writer = await startWriter({ ...parts, registry })
  afterAll(async () => {
    await gateway.stop()
    await writer.stop()
    await log.close()
    await nats.stop()
  })
  return {
    ...{ nats, log, gateway, writer, errors, registry },
    mqtt: `${tls === undefined ? 'mqtt' : 'mqtts'}://127.0.0.1:${gateway.mqttPort}`,
    webhook: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${gateway.webhookPort}`,
  }
}
