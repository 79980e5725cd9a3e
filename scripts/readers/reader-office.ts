import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { onDatabase } from '../postgres/databases.ts'
import { answersAt, eventually, freePort, startGuarded, stopProcess } from '../processes.ts'
import { root } from '../sources.ts'
import { type Make, makes } from './reader-payloads.ts'
import type { SimulatedReader } from './reader-sender.ts'

/** Gateway or writer of an office with readers: a separate process that can be killed and started again. */
export type Part = {
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  pid(): number
  /** Stops responding, like a swapping machine or a frozen container, until it is thawed. */
  freeze(): void
  thaw(): void
  metrics: string
}

/** As in ops/Dockerfile and package.json. */
const flags = ['--max-semi-space-size=16']

const isReady = (metrics: string) => answersAt(`${metrics}/readyz`)

async function newPart(name: 'gateway' | 'writer', env: NodeJS.ProcessEnv): Promise<Part> {
  const port = await freePort()
  const metrics = `http://127.0.0.1:${port}`
  let running: ChildProcess | undefined
  return {
    metrics,
    pid: () => running?.pid ?? 0,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async start() {
      running = startGuarded(process.execPath, [...flags, 'server/src/main.ts', name], {
        ...{ onOrphaned: 'TERM', cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
        env: { ...env, METRICS_PORT: `${port}` },
      })
      await eventually(() => isReady(metrics), 90_000, 100)
    },
    kill: async () => void (running && (await stopProcess(running, 'SIGKILL', 10_000))),
    stop: async () => void (running && (await stopProcess(running, 'SIGTERM', 20_000))),
  }
}

type Addresses = {
  databaseUrl: string
  natsUrl: string
  monitor: string
  dataDir: string
  more?: Record<string, string>
}

export async function newOffice({ databaseUrl, natsUrl, monitor, dataDir, more }: Addresses) {
  const [mqttPort, webhookPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    ...{ DATABASE_URL: databaseUrl, NATS_URL: natsUrl, NATS_MONITOR_URL: monitor, DATA_DIR: dataDir },
    ...{ DEMO: 'true', LOG_LEVEL: 'error', MQTT_PORT: `${mqttPort}`, WEBHOOK_PORT: `${webhookPort}` },
    ...{ NODE_ENV: 'test', ...more },
  }
  return {
    addresses: { mqtt: `mqtt://127.0.0.1:${mqttPort}`, webhook: `http://127.0.0.1:${webhookPort}` },
    gateway: await newPart('gateway', env),
    writer: await newPart('writer', env),
    secondWriter: await newPart('writer', env),
  }
}

export type OfficeReader = SimulatedReader & { make: Make; placeId: string }

/** Readers of all makes, each in its own room, half of them by MQTT. */
export async function addReaders(databaseUrl: string, count: number): Promise<OfficeReader[]> {
  await onDatabase(
    databaseUrl,
    `insert into places (kind, name, parent_id) select 'mm', 'Readers', id from places where kind = 'city' and name = 'Indore'`,
    `insert into places (kind, name, parent_id) select 'property', 'Warehouse', id from places where name = 'Readers'`,
    `insert into places (kind, name, parent_id) select 'aou', 'Hall', id from places where name = 'Warehouse'`,
    `insert into places (kind, name, parent_id) select 'room', 'Gate ' || n, id
      from places, generate_series(1, ${count}) as n where name = 'Hall'`,
  )
  const names = Object.keys(makes) as Make[]
  const readers: OfficeReader[] = []
  for (let number = 0; number < count; number += 1) {
    const make = names[number % names.length] ?? 'impinj'
    const { adapter, mapping } = makes[make]
    const password = `atsr_simulated_${number}`
    const hash = createHash('sha256').update(password).digest('hex')
    const map = mapping === null ? 'null' : `'${JSON.stringify(mapping)}'`
    const [row] = await onDatabase<{ id: string; place_id: string }>(
      databaseUrl,
      `with made as (
        insert into readers (name, adapter, mapping, place_id, credential_hash)
        select 'Reader ${number}', '${adapter}', ${map}, id, '\\x${hash}' from places where name = 'Gate ${number + 1}'
        returning id, place_id
      ), point as (
        insert into read_points (reader_id, antenna, place_id, kind, min_reads, window_seconds, gone_seconds)
        select id, 0, place_id, 'portal', 2, 2, 10 from made
      ) select id, place_id from made`,
    )
    const by = Math.floor(number / names.length) % 2 === 0 ? ('mqtt' as const) : ('http' as const)
    readers.push({ id: row?.id ?? '', password, by, make, placeId: row?.place_id ?? '' })
  }
  return readers
}
