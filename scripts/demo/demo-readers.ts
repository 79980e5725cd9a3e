import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { demoReaderPassword } from '../../server/src/features/readers/demo.ts'
import { mustSyncAlways } from '../../server/src/kernel/log/sync-check.ts'
import { onDatabase } from '../postgres/databases.ts'
import { freePort } from '../processes.ts'
import { knownNats, startNats } from '../readers/nats.ts'
import { type Make, makes } from '../readers/reader-payloads.ts'
import { type Gateway, senderOf } from '../readers/reader-sender.ts'
import { type DemoGate, demoSightings, tickSeconds } from './demo-sightings.ts'
import type { Stack } from './stack.ts'

type Environment = Record<string, string>
type DemoReader = DemoGate & { adapter: Make }

/**
 * The readers that still have the demo's password; readers whose password was replaced or revoked are left
 * out. Each has the tags it saw last, so that an asset in the wrong room stays there until somebody takes
 * care of it.
 */
function demoReaders(databaseUrl: string) {
  const hash = createHash('sha256').update(demoReaderPassword).digest('hex')
  return onDatabase<DemoReader>(
    databaseUrl,
    `select readers.id, readers.adapter, read_points.kind, array(
        select last_seen.tag from last_seen join assets on upper(assets.rfid_tag) = last_seen.tag
        where last_seen.place_id = read_points.place_id and assets.deleted_at is null
        order by assets.number limit 15) as tags
      from readers join read_points on read_points.reader_id = readers.id and read_points.antenna = 0
      where readers.credential_hash = '\\x${hash}' and readers.removed_at is null order by readers.id`,
  )
}

function play(gates: readonly DemoReader[], gateway: Gateway, isOver: () => boolean) {
  const from = Math.floor(Date.now() / 1000 / tickSeconds)
  return gates.map(async ({ id, adapter }, index) => {
    const by = index % 2 === 0 ? ('mqtt' as const) : ('http' as const)
    const send = senderOf({ id, password: demoReaderPassword, by }, gateway, isOver)
    for (let tick = from; !isOver(); tick = Math.floor(Date.now() / 1000 / tickSeconds)) {
      const seen = demoSightings(gates, index, { tick, now: Date.now() })
      await send(JSON.stringify(makes[adapter].payload(seen)))
      const next = (tick + 1) * tickSeconds * 1000
      await delay(Math.max(100, next - Date.now()))
    }
  })
}

/** NATS, gateway and writer, and the demo's readers at a moderate rate. */
async function startReaders(stack: Stack, gates: DemoReader[], gateway: Gateway, env: Environment) {
  const nats = await startNats({ dir: env.NATS_DIR ?? '' })
  stack.addStop(() => nats.stop())
  await mustSyncAlways({ servers: [nats.url], monitors: [nats.monitor] })
  const log = { ...env, NATS_URL: nats.url, NATS_MONITOR_URL: nats.monitor }
  for (const part of ['writer', 'gateway'])
    stack.start(`the ${part}`, ['server/src/main.ts', part], log, { isOptional: true })
  const over = new AbortController()
  stack.addStop(async () => over.abort())
  play(gates, gateway, () => over.signal.aborted)
}

/**
 * Simulates the demo's readers if a NATS server is already on the machine; none is downloaded. Null if there
 * is no NATS or the data has no such readers; their past sightings are shown anyway. The addresses are chosen
 * before anything starts, so that the API gets them as settings and does not wait for readers.
 */
export async function planReaders(stack: Stack, env: Environment) {
  if (knownNats() === null) return null
  const gates = await demoReaders(env.DATABASE_URL ?? '')
  if (gates.length === 0) return null
  const [mqttPort, webhookPort] = [await freePort(), await freePort()]
  const gateway = { mqtt: `mqtt://127.0.0.1:${mqttPort}`, webhook: `http://127.0.0.1:${webhookPort}` }
  const dir = join(env.DATA_DIR ?? '', '..', 'nats')
  await mkdir(dir, { recursive: true })
  const parts = { ...env, NATS_DIR: dir, MQTT_PORT: `${mqttPort}`, WEBHOOK_PORT: `${webhookPort}` }
  const failed = (error: unknown) => {
    const [why] = `${error instanceof Error ? error.message : error}`.split('\n')
    console.error(`The demo goes on without readers: ${why}`)
  }
  return {
    addresses: { MQTT_ADDRESS: gateway.mqtt, WEBHOOK_ADDRESS: gateway.webhook },
    start: () => startReaders(stack, gates, gateway, parts).catch(failed),
  }
}
