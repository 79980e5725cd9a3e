import { views } from '@ats/contract/views.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { viewById, viewsSeenBy } from './queries.ts'
import { changeView, createView, deleteView } from './views.ts'

export function viewRoutes(app: FastifyInstance, { db, config, sendMail }: Services) {
  const { timeZone } = config
  serve(app, views.list, async ({ query }, { actor }) => ({
    views: await viewsSeenBy(db, actor, query),
    mailIsSet: sendMail !== undefined,
  }))
  serve(app, views.get, async ({ params }, { actor }) =>
    found(await viewById(db, actor, params.id), 'view-not-found'),
  )
  serve(app, views.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createView(tx, actor, timeZone, body)),
  )
  serve(app, views.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeView(tx, actor, timeZone, params.id, body)),
  )
  serve(app, views.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteView(tx, actor, params.id))
    return { message: 'Saved view deleted.' }
  })
}
