import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { startGateway } from '#features/readers/gateway/gateway.ts'
import { startWriter } from '#features/readers/writer/writer.ts'
import { type Database, openDatabase } from '#kernel/db/db.ts'
import { type Checks, databaseAnswers, serveHealth } from '#kernel/http/health.ts'
import { type Log, type LogConfig, openLog, prepareStream } from '#kernel/log/log.ts'
import { LogAway, mustSyncAlways } from '#kernel/log/sync-check.ts'
import type { ReaderConfig } from './reader-config.ts'

const connections = 6
/** Two lanes of a writer may wait for each other, but not as long as the acknowledgement timeout of NATS. */
const waits = { statementMs: 60_000, lockMs: 20_000 }
const tryAgainMs = 1000
const sayEvery = 10

/** As with the database, a start waits for NATS: it may start later, and a cluster needs a moment to elect a leader. */
async function patiently<T>(
  work: () => Promise<T>,
  say: (error: unknown) => void,
  isPassing: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (attempt % sayEvery === 0) say(error)
      await delay(tryAgainMs)
    }
}

type Part = { isReady: Checks; stop(): Promise<void> }
type Start = (parts: {
  config: ReaderConfig
  database: Database
  log: Log
  registry: Registry
  failed: (error: unknown) => void
}) => Promise<Part>

function logConfigOf({ log }: ReaderConfig): LogConfig {
  if (log === undefined)
    throw new Error(
      'NATS_URL is needed: the log between readers and the database. Without fixed readers, start neither.',
    )
  return log
}

/** What gateway and writer have in common: NATS, the database, and health and metrics on a separate port. */
async function startPart(name: 'gateway' | 'writer', config: ReaderConfig, start: Start) {
  const wanted = logConfigOf(config)
  const { log: logger } = fastify({ logger: { level: config.logLevel } })
  const say = (error: unknown) => logger.warn({ err: error }, 'waiting for the log')
  await patiently(
    () => mustSyncAlways(wanted),
    say,
    (error) => error instanceof LogAway,
  )
  const log = await patiently(() => openLog(wanted, `ats ${name}`), say)
  await patiently(() => prepareStream(log, wanted), say)
  const limits = { ...config.databaseLimits, connections, ...waits, part: name }
  const database = openDatabase(config.databaseUrl, limits)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const state = { stopping: false }
  const failed = (error: unknown) => logger.warn({ err: error }, `${name} failed`)
  const part = await start({ config, database, log, registry, failed })
  const checks = { running: () => !state.stopping, ...part.isReady }
  const health = config.metrics && (await serveHealth(config.metrics, registry, checks))
  logger.info('ready')
  return async () => {
    state.stopping = true
    await part.stop().catch(failed)
    health?.close()
    await log.close().catch(failed)
    await database.close().catch(failed)
  }
}

export const startGatewayProcess = (config: ReaderConfig) =>
  startPart('gateway', config, async ({ database, ...parts }) => {
    const gateway = await startGateway({ ...parts, db: database.db })
    const isReady = { log: gateway.canStore, readers: gateway.knowsReaders }
    return { isReady, stop: gateway.stop }
  })

export const startWriterProcess = (config: ReaderConfig) =>
  startPart('writer', config, async ({ database, ...parts }) => {
    const writer = await startWriter({ ...parts, db: database.db })
    return { isReady: { database: databaseAnswers(database.db), log: writer.isWorking }, stop: writer.stop }
  })
