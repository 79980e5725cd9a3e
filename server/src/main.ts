#!/usr/bin/env node
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { resumeBulkJobs } from '#features/bulk-jobs/job.ts'
import { expireBulkJobs } from '#features/bulk-jobs/queries.ts'
import { expireExports } from '#features/exports/files.ts'
import { resumeExports } from '#features/exports/workbook.ts'
import { demoSignIn, seedDemoPeople } from '#features/identity/demo.ts'
import { createAdministrator, removeExpired } from '#features/identity/operations.ts'
import { expireImports } from '#features/imports/expiry.ts'
import { removeLostUploads } from '#features/imports/imports.ts'
import { resumeImports, resumeLostImports } from '#features/imports/job.ts'
import { forgetOldNotifications } from '#features/notifications/notifications.ts'
import { type Notifier, startNotifier } from '#features/notifications/notifier.ts'
import { seedDemoPlaces } from '#features/places/demo.ts'
import { seedDemoShop } from '#features/shop/demo.ts'
import { whenReachable } from '#kernel/db/connection.ts'
import { type Database, openDatabase } from '#kernel/db/db.ts'
import { warnIfOwner } from '#kernel/db/grants.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { pictureSweep } from '#kernel/files/picture-files.ts'
import { databaseAnswers, serveHealth } from '#kernel/http/health.ts'
import { measureJobs } from '#kernel/jobs/job-metrics.ts'
import { type JobFailed, startWorker, type Worker } from '#kernel/jobs/jobs.ts'
import type { Services } from '#kernel/services.ts'
import { askNewPassword } from '#server/ask-password.ts'
import { buildApp, jobHandlers } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { checkOpenapi, writeOpenapi } from './openapi-file.ts'
import { runBackup, runDoctor, runRestore } from './operations/commands.ts'
import { seedDemoYear } from './seed/demo/demo.ts'
import { growOrganisation } from './seed/seed.ts'

const usage = `ats <command>

  api            serve the product
  worker         do what takes long, tell people what concerns them, send mails; as many as needed, beside the api
  migrate        bring the database to this version, as its owner; api and worker may connect as a role that can do less
  seed           load the demo data (with DEMO=true); with --assets N, an organisation of that many assets
  admin create   make an administrator: --name, --email; the password is asked for, or read from ATS_PASSWORD
  backup         database and files into a folder of their own below --to FOLDER (or BACKUP_DIR), as the owner; --keep N
  restore        --from FOLDER, as the owner; --verify compares every row first, --drill only tries it
  doctor         examine settings, database, files, mail, workers and backups; ends with 1 when something is wrong
  openapi        write openapi.json; with --check, only say whether it is current`

const commands: Record<string, (words: string[]) => Promise<void>> = {
  api: () => runApi(readConfig(process.env)),
  worker: () => runWorker(readConfig(process.env)),
  migrate: async () => {
    const url = z.string({ error: 'DATABASE_URL is needed' }).parse(process.env.DATABASE_URL)
    const applied = await migrate(url, undefined, process.env.APP_ROLE || undefined)
    console.log(applied.length === 0 ? 'The database is current' : `Applied ${applied.join(', ')}`)
  },
  seed: () => withDatabase(seedDemo),
  admin: ([action]) => withDatabase((config, db) => admin(action, config, db)),
  backup: (words) => runBackup(words, process.env),
  restore: (words) => runRestore(words, process.env),
  doctor: () => runDoctor(process.env),
  openapi: async () => (process.argv.includes('--check') ? checkOpenapi() : writeOpenapi()),
}

type Db = Database['db']

async function withDatabase(work: (config: Config, db: Db) => Promise<void>) {
  const config = readConfig(process.env)
  const { db, close } = openDatabase(config.databaseUrl, config.databaseLimits)
  try {
    await work(config, db)
  } finally {
    await close()
  }
}

async function seedDemo(config: Config, db: Db) {
  if (!config.demo) throw new Error('The demo data is only loaded with DEMO=true')
  const { values } = parseArgs({ args: process.argv.slice(3), options: { assets: { type: 'string' } } })
  const assets = z.coerce.number().int().min(1).max(50_000_000).optional().parse(values.assets)
  await seedDemoPlaces(db)
  await seedDemoPeople(db)
  await seedDemoShop(db)
  if (assets !== undefined) await seedAssets(config, db, assets)
  console.log(`Demo data loaded; sign in as ${demoSignIn.email}`)
}

/** Where there are assets already none are added. */
async function seedAssets(config: Config, db: Db, assets: number) {
  if (await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()) {
    console.log('There are assets already, so none were added')
    return
  }
  const { app, services } = await buildApp(config)
  try {
    await seedDemoYear(services, config.databaseUrl)
  } finally {
    await app.close()
  }
  await growOrganisation(config.databaseUrl, services.store, assets)
}

async function admin(action: string | undefined, _config: Config, db: Db) {
  if (action !== 'create') throw new Error(usage)
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { name: { type: 'string' }, email: { type: 'string' } },
  })
  const person = z.object({ name: z.string().min(1), email: z.email() }).parse(values)
  const password = process.env.ATS_PASSWORD ?? (await askNewPassword())
  if (password.length < 8) throw new Error('Use at least 8 characters.')
  const { email } = await createAdministrator(db, { ...person, password })
  console.log(`${email} can sign in now`)
}

const minute = 60 * 1000
const hour = 60 * minute

/** The api's own parts, without its port. */
async function runWorker(config: Config) {
  // Its statements may take long; nobody waits for them at a screen.
  const databaseLimits = { ...config.databaseLimits, statementMs: 0, lockMs: 60_000, name: 'ats worker' }
  const { app, services, registry } = await buildApp({ ...config, databaseLimits })
  const failed: JobFailed = (error, job) => app.log.error({ err: error, ...job }, 'a job failed')
  const daily = { zone: config.timeZone }
  const say = (error: unknown) => app.log.warn({ err: error }, 'waiting for the database')
  const patiently = <T>(step: () => Promise<T>) => whenReachable(step, say)
  const handlers = measureJobs(jobHandlers(services), registry)
  const parts: { worker?: Worker; notifier?: Notifier } = {}
  const health =
    config.metrics &&
    (await serveHealth(config.metrics, registry, {
      running: () => !services.state.stopping,
      database: databaseAnswers(services.db),
      jobs: () => parts.worker?.isWorking() ?? false,
      notifier: () => parts.notifier?.isWorking() ?? false,
    }))
  parts.worker = await patiently(() => startWorker(config.databaseUrl, handlers, failed, daily))
  parts.notifier = await patiently(() => startNotifier(services, failed))
  await patiently(() => resumeImports(services))
  await patiently(() => resumeExports(services))
  await patiently(() => resumeBulkJobs(services))
  const lookingAfter = setInterval(() => void resumeLostImports(services).catch(failed), minute)
  app.log.info('working')
  void warnIfOwner(services, app.log)
  onStop(app, services, async () => {
    clearInterval(lookingAfter)
    await Promise.all([parts.worker?.stop(), parts.notifier?.stop()])
    health?.close()
    await app.close()
  })
}

/** Ends the process in order when it is told to, and ends it all the same when the database is away. */
function onStop(app: FastifyInstance, { state }: Services, stop: () => Promise<void>) {
  const end = async () => {
    if (state.stopping) return
    state.stopping = true
    await stop().catch((error: unknown) => app.log.warn({ err: error }, 'stopped without order'))
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

const drainMs = 500

async function runApi(config: Config) {
  const { app, services, registry } = await buildApp(config)
  const health =
    config.metrics &&
    (await serveHealth(config.metrics, registry, {
      running: () => !services.state.stopping,
      database: databaseAnswers(services.db),
    }))
  const address = await app.listen({ host: config.host, port: config.port })
  app.log.info({ address }, 'ready')
  void warnIfOwner(services, app.log)
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
      sweepPictures(),
    ]).catch((error: unknown) => app.log.warn({ err: error }, 'upkeep failed'))
  }, hour)

  onStop(app, services, async () => {
    clearInterval(upkeep)
    // Load balancers look at /readyz: they need a moment to see it before connections are refused.
    await new Promise((resolve) => setTimeout(resolve, drainMs))
    health?.close()
    await app.close()
  })
}

const [name = '', ...words] = process.argv.slice(2)
const command = commands[name]
try {
  if (command === undefined) throw new Error(usage)
  await command(words)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // What it had opened until then would keep it running.
  process.exit(1)
}
