import type { Readable } from 'node:stream'
import { type ExportFormat, exports } from '@ats/contract/exports.ts'
import type { Message } from '@ats/contract/problems.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorByCookie, actorOf, hasKey } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { type Downloads, openDownloads } from '#kernel/files/downloads.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { type FileReply, serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import {
  cancelExport,
  createExport,
  finishExport,
  issueTicket,
  mustBeThere,
  noteOnExport,
  reachOf,
  redeemTicket,
} from './exports.ts'
import { fileNameOf } from './file-names.ts'
import { openFile } from './files.ts'
import { type ExportDetails, exportById, exportDetails, isAdministrator, newestExports } from './queries.ts'
import { csvStream, mustSeeList } from './sources.ts'

export function exportRoutes(app: FastifyInstance, services: Services) {
  const { db, config, files } = services
  const downloads: Record<ExportFormat, Downloads> = {
    csv: services.downloads,
    xlsx: openDownloads({ ...config.downloadLimits, atOnce: mostFiles }),
  }

  serve(app, exports.create, async ({ body }, { actor }) => ({
    export: await inTransaction(db, (tx) => createExport(tx, services, actor, body)),
  }))

  serve(app, exports.list, async ({ query }, { actor }) => {
    const everyone = query.everyone === 'true'
    if (everyone && !isAdministrator(actor)) throw new Problem('forbidden')
    return { exports: await newestExports(db, actor, everyone ? 'all' : 'own') }
  })

  serve(app, exports.get, async ({ params }, { actor }) =>
    found(await exportById(db, actor, params.id), 'export-not-found'),
  )

  serve(app, exports.cancel, async ({ params }, { actor }) => {
    const file = await inTransaction(db, (tx) => cancelExport(tx, actor, params.id))
    if (file !== null) await files.exports.remove(file)
    return { message: 'Export cancelled.' }
  })

  serve(app, exports.ticket, async ({ params }, { actor }) => {
    const mayBegin = (format: ExportFormat) => downloads[format].mustBeFree(actor.id)
    const ticket = await inTransaction(db, (tx) => issueTicket(tx, actor, params.id, mayBegin))
    return { address: `/api/v1/exports/${params.id}/file?ticket=${ticket}` }
  })

  // Sent uncompressed: compressing a large file would take longer than sending it.
  serve(
    app,
    exports.file,
    async ({ params, query }, { request }) => {
      const { details, actor } = await whoseTicket(services, app, request, {
        id: params.id,
        ticket: query.ticket,
      })
      mustSeeList(actor, details.list)
      mustBeThere(details)
      const { take } = downloads[details.format]
      const reply = details.format === 'csv' ? csvReply : workbookReply
      return reply(services, take, { actor, details, request })
    },
    { compress: false },
  )
}

/**
 * The ticket and the cookie must belong to the same person; with only one of them the error reveals nothing.
 * A program has no cookie, and sends its key with the ticket.
 */
async function whoseTicket(
  services: Services,
  app: FastifyInstance,
  request: FastifyRequest,
  { id, ticket }: { id: string; ticket: string },
) {
  const details = await exportDetails(services.db, id)
  const caller = async (userId: Id) =>
    hasKey(request) ? app.authenticate(request) : actorByCookie(services, request, userId)
  const actor = details && (await caller(details.userId))
  if (details === undefined || actor?.id !== details.userId || !(await redeemTicket(services.db, id, ticket)))
    throw new Problem('export-link-spent')
  return { details, actor }
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const named = (details: ExportDetails, zone: string) => ({
  type: types[details.format],
  headers: { 'content-disposition': `attachment; filename="${fileNameOf(details, zone)}"` },
})

/** Sending a stored file needs no database connection. */
const mostFiles = 50

type Wanted = { actor: Actor; details: ExportDetails; request: FastifyRequest }

/** Stores why a download was cut off, for the owner's list of exports. */
const noting =
  (db: Db, { details, request }: Wanted) =>
  (reason: Message) =>
    void noteOnExport(db, details.id, reason).catch((error: unknown) => request.log.warn({ err: error }))

async function csvReply(services: Services, take: Downloads['take'], wanted: Wanted): Promise<FileReply> {
  const { db } = services
  const { actor, details, request } = wanted
  const start = () => csvStream(services, actor, details)
  const { stream, rows } = await take(actor.id, start, noting(db, wanted))
  // A client that disconnects early may come back with another ticket.
  rows
    .then((count) => inTransaction(db, (tx) => finishExport(tx, actor, details, { rows: count })))
    .catch((error: unknown) => request.log.info({ err: error }, 'an export was not downloaded to its end'))
  stopWhenUnwanted(db, details, reachOf(actor), stream)
  return { ...named(details, services.config.timeZone), body: stream }
}

const lookEveryMs = 2000

/** Stops a download when it is cancelled, or when its owner can no longer see what they could at the start. */
function stopWhenUnwanted(db: Db, { id, userId }: ExportDetails, reach: string, stream: Readable) {
  const look = async () => {
    const owner = await actorOf(db, userId, `export ${id}`)
    const isUnwanted = (await exportDetails(db, id))?.status === 'cancelled'
    if (isUnwanted || owner === undefined || reachOf(owner) !== reach) stream.destroy()
  }
  const timer = setInterval(() => void look().catch(() => undefined), lookEveryMs)
  stream.once('close', () => clearInterval(timer))
}

/** The file contains what the person could see when it was written, so it is only sent while that is unchanged. */
async function workbookReply(
  { db, files, config }: Services,
  take: Downloads['take'],
  wanted: Wanted,
): Promise<FileReply> {
  const { actor, details } = wanted
  const { file } = details
  if (file === null || details.reach !== reachOf(actor)) throw new Problem('export-outgrown')
  const start = () => openFile(files, file)
  const { stream, size } = await take(actor.id, start, noting(db, wanted))
  const { type, headers } = named(details, config.timeZone)
  return { type, body: stream, headers: { ...headers, 'content-length': String(size) } }
}
