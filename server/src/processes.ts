import type { FastifyInstance } from 'fastify'
import { resumeBulkJobs } from '#features/bulk-jobs/job.ts'
import { expireBulkJobs } from '#features/bulk-jobs/queries.ts'
import { expireExports } from '#features/exports/files.ts'
import { resumeExports } from '#features/exports/workbook.ts'
import { removeExpired } from '#features/identity/operations.ts'
import { expireImports } from '#features/imports/expiry.ts'
import { removeLostUploads } from '#features/imports/imports.ts'
import { resumeImports, resumeLostImports } from '#features/imports/job.ts'
import { startFixedReads } from '#features/inventories/count/fixed-reads.ts'
import { forgetOldNotifications } from '#features/notifications/notifications.ts'
import { type Notifier, startNotifier } from '#features/notifications/notifier.ts'
import { watchReaders } from '#features/readers/alerts.ts'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { whenReachable } from '#kernel/db/connection.ts'
import { warnIfOwner } from '#kernel/db/grants.ts'
import { forgetOldPositions } from '#kernel/db/write-positions.ts'
import { hasSpace } from '#kernel/files/disk-space.ts'
import { pictureSweep } from '#kernel/files/picture-files.ts'
import { databaseAnswers, serveHealth } from '#kernel/http/health.ts'
import { measureJobs } from '#kernel/jobs/job-metrics.ts'
import { type JobFailed, startWorker, type Worker } from '#kernel/jobs/jobs.ts'
import type { Services } from '#kernel/services.ts'
import { followJobs } from '#kernel/tracing/jobs.ts'
import { buildApp, jobHandlers } from './app.ts'
import type { Config } from './config.ts'
import { measureOperations } from './operations/operation-metrics.ts'
import { keepFingerprint } from './operations/secret-fingerprint.ts'
import type { ReaderConfig } from './reader-config.ts'
import { startGatewayProcess, startWriterProcess } from './reader-processes.ts'

const minute = 60 * 1000
const hour = 60 * minute

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
  const parts: { worker?: Worker; notifier?: Notifier } = {}
  const health =
    config.metrics &&
    (await serveHealth(
      config.metrics,
      registry,
      {
        running: () => !services.state.stopping,
        database: databaseAnswers(services.db),
        jobs: () => parts.worker?.isWorking() ?? false,
        notifier: () => parts.notifier?.isWorking() ?? false,
      },
      { space: hasSpace(config.dataDir) },
    ))
  parts.worker = await patiently(() => startWorker(config.databaseUrl, handlers, failed, daily))
  parts.notifier = await patiently(() => startNotifier(services, failed))
  await patiently(() => resumeImports(services))
  await patiently(() => resumeExports(services))
  await patiently(() => resumeBulkJobs(services))
  const lookingAfter = setInterval(() => {
    void resumeLostImports(services).catch(failed)
    void watchReaders(services.db).catch(failed)
  }, minute)
  // A backup may lock the table in one morning, and another one in the next.
  const keepingDays = setInterval(() => {
    void keepReadDays(services.db, config.readDays).catch(failed)
  }, 60 * minute)
  const fixedReads = startFixedReads(services.db, failed)
  app.log.info('working')
  void warnIfOwner(services, app.log)
  onStop(app, services, async () => {
    clearInterval(lookingAfter)
    clearInterval(keepingDays)
    await Promise.all([parts.worker?.stop(), parts.notifier?.stop(), fixedReads.stop()])
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
  const sweepPictures = pictureSweep(services)
  const upkeep = setInterval(() => {
    const { db } = services
    Promise.all([
      removeExpired(db),
      expireExports(services),
      expireBulkJobs(db),
      removeLostUploads(services),
      expireImports(services),
      forgetOldNotifications(db),
      forgetOldPositions(db),
      sweepPictures(),
    ]).catch((error: unknown) => app.log.warn({ err: error }, 'upkeep failed'))
  }, hour)

  onStop(app, services, async () => {
    clearInterval(upkeep)
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
