import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { resumeBulkJobs } from '#features/bulk-jobs/job.ts'
import { resumeExports } from '#features/exports/workbook.ts'
import { resumeImports, resumeLostImports } from '#features/imports/job.ts'
import { startFixedReads } from '#features/inventories/count/fixed-reads.ts'
import { type Sealing, startSealing } from '#features/ledger/worker.ts'
import { type Notifier, startNotifier } from '#features/notifications/notifier.ts'
import { startOwnFieldIndexes } from '#features/own-fields/indexing.ts'
import { type Printing, startPrinting } from '#features/printing/worker.ts'
import { watchReaders } from '#features/readers/alerts.ts'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { startSyslog } from '#features/security-feed/syslog.ts'
import { startSender, type WebhookSender } from '#features/webhooks/sender.ts'
import { whenReachable } from '#kernel/db/connection.ts'
import { warnIfOwner } from '#kernel/db/grants.ts'
import { makePartitionsOf } from '#kernel/db/partitions.ts'
import { startSplitting } from '#kernel/db/split.ts'
import { hasSpace } from '#kernel/files/disk-space.ts'
import { databaseAnswers, serveHealth } from '#kernel/http/health.ts'
import { measureJobs } from '#kernel/jobs/job-metrics.ts'
import { type JobFailed, startWorker, type Worker } from '#kernel/jobs/jobs.ts'
import type { Services } from '#kernel/services.ts'
import { followJobs } from '#kernel/tracing/jobs.ts'
import { buildApp, jobHandlers } from './app.ts'
import type { Config } from './config.ts'
import { measureOperations } from './operations/operation-metrics.ts'
import { keepFingerprint } from './operations/secret-fingerprint.ts'
import { measureTables } from './operations/table-metrics.ts'
import type { ReaderConfig } from './reader-config.ts'
import { startGatewayProcess, startWriterProcess } from './reader-processes.ts'
import { startUpkeep } from './upkeep.ts'

const minute = 60 * 1000

type Parts = {
  worker?: Worker
  notifier?: Notifier
  webhooks?: WebhookSender
  printing?: Printing
  sealing?: Sealing
}

const serveWorkerHealth = async (config: Config, services: Services, registry: Registry, parts: Parts) =>
  config.metrics &&
  (await serveHealth(
    config.metrics,
    registry,
    {
      running: () => !services.state.stopping,
      database: databaseAnswers(services.db),
      jobs: () => parts.worker?.isWorking() ?? false,
      notifier: () => parts.notifier?.isWorking() ?? false,
      webhooks: () => parts.webhooks?.isWorking() ?? false,
      printing: () => parts.printing?.isWorking() ?? false,
      seals: () => parts.sealing?.isWorking() ?? false,
    },
    { space: hasSpace(config.dataDir) },
  ))

/** The same parts as the API server, without its port. */
export async function runWorker(config: Config) {
  // Its statements may take long, because nobody is waiting for them.
  const databaseLimits = { ...config.databaseLimits, statementMs: 0, lockMs: 60_000, part: 'worker' as const }
  // Its locks belong to sessions, and a pooler would apply the API's statement timeout to it.
  const direct = { databaseLimits, databasePoolUrl: undefined }
  const { app, services, registry, tracing } = await buildApp({ ...config, ...direct })
  const failed: JobFailed = (error, job) => app.log.error({ err: error, ...job }, 'a job failed')
  const daily = { zone: config.timeZone }
  const say = (error: unknown) => app.log.warn({ err: error }, 'waiting for the database')
  const patiently = <T>(step: () => Promise<T>) => whenReachable(step, say)
  const said = { log: app.log, slowMs: config.slowStatementMs }
  const handlers = followJobs(measureJobs(jobHandlers(services), registry), tracing, said)
  measureTables(services.db, registry)
  const parts: Parts = {}
  const health = await serveWorkerHealth(config, services, registry, parts)
  // A new or restored database has no partitions for the coming days.
  await patiently(() => keepReadDays(services.db, config.readDays)).catch(failed)
  parts.worker = await patiently(() => startWorker(config.databaseUrl, handlers, failed, daily))
  parts.notifier = await patiently(() => startNotifier(services, failed))
  parts.webhooks = startSender(services, failed)
  parts.printing = startPrinting(services, failed)
  parts.sealing = startSealing(services, failed)
  await patiently(() => resumeImports(services))
  await patiently(() => resumeExports(services))
  await patiently(() => resumeBulkJobs(services))
  const lookingAfter = setInterval(() => {
    void resumeLostImports(services).catch(failed)
    void watchReaders(services.db).catch(failed)
  }, minute)
  const upkeep = startUpkeep(services, failed)
  const fixedReads = startFixedReads(services.db, failed)
  const splitting = startSplitting(services.db, app.log, failed)
  const indexing = startOwnFieldIndexes(services.db, app.log, failed)
  const syslog = config.syslog && startSyslog(services, config.syslog, app.log)
  app.log.info('working')
  void warnIfOwner(services, app.log)
  onStop(app, services, async () => {
    clearInterval(lookingAfter)
    upkeep.stop()
    const running = [
      parts.worker,
      parts.notifier,
      parts.webhooks,
      parts.printing,
      parts.sealing,
      fixedReads,
      splitting,
      indexing,
      syslog,
    ]
    await Promise.all(running.map((part) => part?.stop()))
    health?.close()
    await app.close()
  })
}

type Stop = () => Promise<void>
const stops: Stop[] = []

/** Stops all parts of the process in parallel when it gets a signal. */
function whenStopped(stop: Stop) {
  stops.push(stop)
  if (stops.length > 1) return
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.all(stops.map((one) => one()))
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

/** It must also stop while the database is down. */
function onStop(app: FastifyInstance, { state }: Services, stop: Stop) {
  whenStopped(async () => {
    state.stopping = true
    await stop().catch((error: unknown) => app.log.warn({ err: error }, 'stopped without order'))
  })
}

const drainMs = 500

export async function runApi(config: Config) {
  const { app, services, registry } = await buildApp(config)
  measureOperations(config, services.db, registry)
  const health =
    config.metrics &&
    (await serveHealth(
      config.metrics,
      registry,
      { running: () => !services.state.stopping, database: databaseAnswers(services.db) },
      { space: hasSpace(config.dataDir) },
    ))
  const address = await app.listen({ host: config.host, port: config.port })
  app.log.info({ address }, 'ready')
  void warnIfOwner(services, app.log)
  void keepFingerprint(config).catch((error: unknown) => app.log.warn({ err: error }, 'no fingerprint kept'))
  // The worker does this too. If it has been down for months, the ledger still has its months.
  const makeMonths = () =>
    void makePartitionsOf(services.db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'no partitions made'),
    )
  makeMonths()
  const making = setInterval(makeMonths, 60 * minute)
  onStop(app, services, async () => {
    clearInterval(making)
    // Load balancers poll /readyz: they need a moment to see it before connections are refused.
    await new Promise((resolve) => setTimeout(resolve, drainMs))
    health?.close()
    await app.close()
  })
}

/** The metrics of all parts are on one port, which a second process could not open. */
const withoutMetrics = (config: Config): Config => ({ ...config, metrics: undefined })

export async function runAll(config: Config) {
  await runApi(config)
  await runWorker(withoutMetrics(config))
  if (config.log === undefined) return
  await runWriter(withoutMetrics(config))
  await runGateway(withoutMetrics(config))
}

export const runGateway = async (config: ReaderConfig) => whenStopped(await startGatewayProcess(config))
export const runWriter = async (config: ReaderConfig) => whenStopped(await startWriterProcess(config))
