import { covers } from '@ats/contract/covers.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import { summary } from '#kernel/jobs/bulk-results.ts'
import type { Services } from '#kernel/services.ts'
import { addAssets, removeAssets, takeOverAssets } from './assets.ts'
import { coveredAssets } from './covered-assets.ts'
import { cancelCover, changeCover, createCover, endCover, removeCover, renewCover } from './covers.ts'
import { coverById, coverPage } from './queries.ts'

export function coverRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  const zone = config.timeZone
  serve(app, covers.list, ({ query }, { actor }) => coverPage(db, actor, query, zone))
  serve(app, covers.get, ({ params }, { actor }) => coverById(db, actor, params.id, zone))
  serve(app, covers.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createCover(tx, actor, body, zone)),
  )
  serve(app, covers.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeCover(tx, actor, params.id, body, zone)),
  )
  serve(app, covers.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => removeCover(tx, actor, params.id))
    return { message: 'Cover deleted.' }
  })
  serve(app, covers.end, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => endCover(tx, actor, params.id, body, zone)),
  )
  serve(app, covers.cancel, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => cancelCover(tx, actor, params.id, body, zone)),
  )
  assetRoutes(app, services)
}

function assetRoutes(app: FastifyInstance, services: Services) {
  const { db, jobs, config } = services
  const zone = config.timeZone
  serve(app, covers.assets, async ({ params, query }, { actor }) => {
    await coverById(db, actor, params.id, zone)
    return coveredAssets(db, actor, params.id, query)
  })
  serve(app, covers.addAssets, async ({ params, body }, { actor, reply }) => {
    const answer = await addAssets(services, actor, params.id, body)
    if (answer.job !== undefined) reply.code(202)
    return answer
  })
  serve(app, covers.removeAssets, async ({ params, body }, { actor }) =>
    summary(await inTransaction(db, (tx) => removeAssets(tx, actor, params.id, body.ids))),
  )
  serve(app, covers.renew, ({ params, body }, { actor }) =>
    inTransaction(db, async (tx) => {
      const { _id: id } = await renewCover(tx, actor, params.id, body, zone)
      const job = await takeOverAssets(tx, jobs, actor, { id, from: params.id })
      return { cover: await coverById(tx, actor, id, zone), ...(job && { job }) }
    }),
  )
}
