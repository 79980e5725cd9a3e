import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { assetWorks } from '#features/assets/bulk.ts'
import { assetRoutes } from '#features/assets/routes.ts'
import { auditRoutes } from '#features/audit/routes.ts'
import { auditorRoutes } from '#features/auditor/routes.ts'
import { bulkJob } from '#features/bulk-jobs/job.ts'
import { bulkJobRoutes } from '#features/bulk-jobs/routes.ts'
import { certificateRoutes } from '#features/certificates/routes.ts'
import { coverWorks } from '#features/covers/assets.ts'
import { coverRoutes } from '#features/covers/routes.ts'
import { dashboardRoutes } from '#features/dashboard/routes.ts'
import { exportRoutes } from '#features/exports/routes.ts'
import { writeScheduled } from '#features/exports/scheduled.ts'
import { writeWorkbook } from '#features/exports/workbook.ts'
import { floorRoutes } from '#features/floors/routes.ts'
import { handheldRoutes } from '#features/handhelds/routes.ts'
import { helpRoutes } from '#features/help/routes.ts'
import { identityWorks } from '#features/identity/people/personal-data-removal.ts'
import { byKey } from '#features/identity/programs/key-authentication.ts'
import { identityRoutes } from '#features/identity/routes.ts'
import { bySession } from '#features/identity/sessions/session-authentication.ts'
import { cookieName } from '#features/identity/sessions/sessions.ts'
import { importJob } from '#features/imports/job.ts'
import { importRoutes } from '#features/imports/routes.ts'
import { inventoryWorks } from '#features/inventories/inventories.ts'
import { planDueLines } from '#features/inventories/programmes/making.ts'
import { programmeRoutes } from '#features/inventories/programmes/routes.ts'
import { inventoryRoutes } from '#features/inventories/routes.ts'
import { pagePosition } from '#features/live/page-position.ts'
import { liveRoutes } from '#features/live/routes.ts'
import { masterRoutes } from '#features/masters/routes.ts'
import { masterWorks } from '#features/masters/works.ts'
import { beginMorning, sendDigest, sendNotificationMail } from '#features/notifications/notification-mails.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { noteDueFields } from '#features/own-fields/reminders.ts'
import { ownFieldRoutes } from '#features/own-fields/routes.ts'
import { paperRoutes } from '#features/papers/routes.ts'
import { scanPaper } from '#features/papers/scanning.ts'
import { placesRoutes } from '#features/places/routes.ts'
import { printingRoutes } from '#features/printing/routes.ts'
import { readerRoutes } from '#features/readers/routes.ts'
import { compareSightings, forgetOldLetters, keepReadDays } from '#features/readers/upkeep.ts'
import { reportRoutes } from '#features/reports/routes.ts'
import { securityFeedRoutes } from '#features/security-feed/routes.ts'
import { shopRoutes } from '#features/shop/routes.ts'
import { stateChangeRoutes } from '#features/state-changes/routes.ts'
import { systemRoutes } from '#features/system/routes.ts'
import { tagSeriesRoutes } from '#features/tag-series/routes.ts'
import { taggingRoutes } from '#features/tagging/routes.ts'
import { viewRoutes } from '#features/views/routes.ts'
import { enqueueDueViews, sendViewMail } from '#features/views/view-mails.ts'
import { webhookRoutes } from '#features/webhooks/routes.ts'
import { type DatabaseLimits, openDatabase } from '#kernel/db/db.ts'
import { openReplica } from '#kernel/db/replica.ts'
import { openDownloads } from '#kernel/files/downloads.ts'
import { openFiles } from '#kernel/files/open-files.ts'
import { warnOfUntrustedProxy } from '#kernel/http/address.ts'
import { authenticateBy, type Strategy } from '#kernel/http/authentication.ts'
import { limitConnections } from '#kernel/http/connection-limits.ts'
import { answerDoctor } from '#kernel/http/doctor-question.ts'
import { handleErrors, sendProblem } from '#kernel/http/error-handler.ts'
import { logRequests } from '#kernel/http/log.ts'
import { measure } from '#kernel/http/metrics.ts'
import { Problem } from '#kernel/http/problem.ts'
import { limitRequests } from '#kernel/http/request-limits.ts'
import { takeFiles } from '#kernel/http/serve.ts'
import { proxyTrust } from '#kernel/http/trusted-proxies.ts'
import { commonHeaders, serveWebApp } from '#kernel/http/web-app.ts'
import { type JobHandler, openJobs, type Queue } from '#kernel/jobs/jobs.ts'
import { mailer } from '#kernel/mail/mail.ts'
import { securityRecorder } from '#kernel/security/recorder.ts'
import { noteRefusals } from '#kernel/security/security.ts'
import type { Services } from '#kernel/services.ts'
import { followRequests } from '#kernel/tracing/requests.ts'
import { startTracing, type Tracing } from '#kernel/tracing/tracing.ts'
import { version } from '#kernel/version.ts'
import type { Config } from './config.ts'
import { paperRecords } from './paper-records.ts'

/** All kinds of bulk work, for more records than one request handles. */
const works = { ...assetWorks, ...coverWorks, ...masterWorks, ...inventoryWorks, ...identityWorks }

/** Every slice registers its endpoints in one function. */
const slices: ((app: FastifyInstance, services: Services) => void)[] = [
  systemRoutes,
  identityRoutes,
  placesRoutes,
  floorRoutes,
  masterRoutes,
  assetRoutes,
  coverRoutes,
  bulkJobRoutes(works),
  importRoutes,
  stateChangeRoutes,
  helpRoutes,
  inventoryRoutes,
  certificateRoutes,
  tagSeriesRoutes,
  programmeRoutes,
  taggingRoutes,
  printingRoutes,
  handheldRoutes,
  readerRoutes,
  notificationRoutes,
  auditRoutes,
  auditorRoutes,
  securityFeedRoutes,
  dashboardRoutes,
  exportRoutes,
  reportRoutes,
  viewRoutes,
  webhookRoutes,
  ownFieldRoutes,
  paperRoutes(paperRecords),
  liveRoutes,
  shopRoutes,
]

/** Every way to authenticate, in the order in which they are tried. */
export const standardStrategies: readonly ((services: Services) => Strategy)[] = [bySession, byKey]

export const jobHandlers = (services: Services): Record<Queue, JobHandler> => ({
  imports: importJob(services),
  exports: writeWorkbook(services),
  bulk: bulkJob(services, works),
  'notification-mails': sendNotificationMail(services),
  digests: sendDigest(services),
  'view-mails': sendViewMail(services, writeScheduled(services)),
  'view-clock': enqueueDueViews(services),
  'paper-scans': scanPaper(services, paperRecords),
  'daily-job': async (id, signal) => {
    await noteDueFields(services.db, services.config.timeZone)
    await planDueLines(services.db, services.config.timeZone)
    await beginMorning(services)(id, signal)
    await keepReadDays(services.db, services.config.readDays)
    await forgetOldLetters(services.db, services.config.readDays)
    await compareSightings(services.db)
  },
})

// Requests are logged without headers and bodies; only PostgreSQL's details of a failed statement could contain values.
const redact = { paths: ['err.parameters', 'err.detail', 'err.where'], censor: '[redacted]' }

function newServer(config: Config) {
  const { headersMs } = config.requestLimits
  return fastify({
    logger: { level: config.logLevel, redact },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxyTrust(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: 1_000_000,
    requestTimeout: config.requestLimits.fileMs,
    connectionTimeout: 65_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 4 },
    // Requests on open connections are still answered during shutdown; each response closes its connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // Errors of the router occur before any hook, so they set the common headers themselves.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(
        request,
        reply.headers(commonHeaders).header('x-request-id', request.id),
        new Problem('address-unreadable'),
      ),
  })
}

export type Application = {
  app: FastifyInstance
  services: Services
  registry: ReturnType<typeof measure>
  tracing: Tracing
}

/** The whole server, ready to listen or to be called in a test; closing it closes everything it opened. */
export async function buildApp(config: Config, strategies = standardStrategies): Promise<Application> {
  const app = newServer(config)
  const { databaseUrl, databasePoolUrl, databaseLimits: limits } = config
  const { db, reads, signIns: signInDb, pool, close } = openDatabase(databasePoolUrl ?? databaseUrl, limits)
  const replica = openReplica({ db, databaseUrl, limits, timeZone: config.timeZone }, config.replica)
  const jobs = await openJobs(db, (error) => app.log.warn({ err: error }, 'waiting for the database'))
  const security = openSecurity(app, db)
  app.addHook('onClose', async () => {
    await security.close()
    await jobs.close()
    await replica.close()
    await close()
  })
  const services: Services = {
    db,
    reads,
    signInDb,
    replica,
    config,
    version,
    ...openFiles(config),
    downloads: openDownloads(config.downloadLimits),
    jobs,
    sendMail: mailer(config.mail),
    signIns: { succeeded: 0, wrong: 0, disabled: 0, throttled: 0, busy: 0, directory: 0 },
    security,
    state: { stopping: false },
  }

  authenticateBy(
    app,
    strategies.map((strategy) => strategy(services)),
  )
  app.decorate('checkReplies', config.checkReplies)
  app.decorate('writing', replica.writing)
  takeJson(app)
  takeFiles(app)
  limitRequests(app, config.requestLimits)
  const trust = proxyTrust(config.trustProxy)
  const isProxy = (address: string) => trust !== false && trust(address, 0)
  limitConnections(app.server, { ...config.requestLimits, isProxy })
  handleErrors(app, noteRefusals(services))
  logRequests(app)
  const { part }: DatabaseLimits = config.databaseLimits
  const tracing = await startTracing(config.tracing, `ats ${part ?? 'api'}`)
  app.addHook('onClose', tracing.stop)
  followRequests(app, tracing, config.slowStatementMs)
  if (trust === false) warnOfUntrustedProxy(app)
  answerDoctor(app, config.secret)
  const registry = measure(app, pool, { reads: replica.reads, signIns: services.signIns })
  addHeaders(app, config)
  await app.register(cookie)
  await app.register(compress, { encodings: ['gzip'], threshold: 2048, globalDecompression: false })
  await app.register(multipart, {
    limits: { fileSize: 10_000_000, files: 1, fields: 40, fieldSize: 400_000 },
  })
  for (const slice of slices) slice(app, services)
  await serveWebApp(app, config.webDir, pagePosition(services), ({ cookies }) => cookieName in cookies)
  return { app, services, registry, tracing }
}

const openSecurity = (app: FastifyInstance, db: Services['db']) =>
  securityRecorder(db, (error, lost) =>
    app.log.warn({ err: error, lost }, 'security events wait for the database'),
  )

function addHeaders(app: FastifyInstance, { origin }: Config) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders).header('x-request-id', request.id)
    if (origin.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    reply.header('cache-control', 'no-store')
  })
}

/** Only JSON is accepted. Clients that always send its content type may also send requests without a body. */
function takeJson(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
