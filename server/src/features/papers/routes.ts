import { papers, paperTypes, paperUploads } from '@ats/contract/papers.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { openDownloads } from '#kernel/files/downloads.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { type FileReply, serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { attachPaper, detachPaper, type PaperRegistry, renamePaper } from './papers.ts'
import { findPapers, papersOf, type StoredPaper, storedPaper } from './queries.ts'
import { beginUpload, completeUpload, paperUploadById, takeChunk } from './uploads.ts'

export const paperRoutes = (registry: PaperRegistry) => (app: FastifyInstance, services: Services) => {
  const { db } = services
  serve(app, papers.list, ({ query }, { actor }) => papersOf(db, actor, registry, query))
  serve(app, papers.find, async ({ query }, { actor }) => ({
    papers: await findPapers(db, actor, registry, query.search),
  }))
  serve(app, papers.rename, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => renamePaper(tx, actor, registry, { ...params, ...body })),
  )
  serve(app, papers.attach, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => attachPaper(tx, actor, registry, { ...params, ...body })),
  )
  serve(app, papers.detach, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => detachPaper(tx, actor, registry, params))
    return { message: 'Paper removed.' }
  })
  fileRoutes(app, services, registry)
  uploadRoutes(app, services, registry)
}

function uploadRoutes(app: FastifyInstance, services: Services, registry: PaperRegistry) {
  const { db } = services
  serve(app, paperUploads.begin, ({ body }, { actor }) =>
    inTransaction(db, (tx) => beginUpload(tx, services, actor, registry, body)),
  )
  serve(app, paperUploads.get, ({ params }, { actor }) => paperUploadById(db, actor, params.id))
  serve(app, paperUploads.send, ({ params, file }, { actor }) => takeChunk(services, actor, params, file))
  serve(app, paperUploads.complete, ({ params, body }, { actor }) =>
    completeUpload(services, actor, registry, { ...params, ...body }),
  )
}

/** Never shown by the browser itself, whatever it contains. */
const closed = { 'content-security-policy': "default-src 'none'; sandbox" }

/** Old programs read the plain name, in which every other character is an underscore. */
const dispositionOf = (name: string) => {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`
}

const textTypes = ['csv', 'txt']

function replyWith({ name, type, size }: StoredPaper, body: FileReply['body']): FileReply {
  const { mime } = paperTypes[type]
  return {
    // The encoding of a text is unknown; with this type no browser guesses a page.
    type: textTypes.includes(type) ? 'application/octet-stream' : mime,
    body,
    headers: { ...closed, 'content-disposition': dispositionOf(name), 'content-length': String(size) },
  }
}

function fileRoutes(app: FastifyInstance, services: Services, registry: PaperRegistry) {
  const { db, config } = services
  const downloads = openDownloads({ ...config.downloadLimits, perPerson: 6, atOnce: 50 })
  const opened = async (actor: Actor, id: Id) => {
    const paper = await storedPaper(db, actor, registry, id)
    if (paper.scan === 'waiting') throw new Problem('paper-waiting', {}, { retryAfter: 10 })
    return paper
  }

  serve(
    app,
    papers.file,
    async ({ params }, { actor, request }) => {
      const paper = await opened(actor, params.id)
      let taken = 0
      const start = async () => {
        const { stream } = found(await services.papers.open(paper.hash), 'paper-file-not-found')
        stream.on('data', (bytes: Buffer) => {
          taken += bytes.length
        })
        stream.pause()
        return { stream, taken: () => taken }
      }
      const cut = (reason: object) => request.log.info({ reason }, 'the download of a paper was cut off')
      const { stream } = await downloads.take(actor.id, start, cut)
      return replyWith(paper, stream)
    },
    { compress: false },
  )

  serve(app, papers.thumbnail, async ({ params }, { actor }) => {
    const { thumbnail } = await opened(actor, params.id)
    const bytes = thumbnail === null ? undefined : await services.papers.get(thumbnail)
    return { ...pictureReply(found(bytes, 'picture-not-found')) }
  })
}
