import { stateChanges } from '@ats/contract/state-changes.ts'
import type { FastifyInstance } from 'fastify'
import { keepPictures } from '#features/assets/assets.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { withPictures } from '#kernel/files/picture-files.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { pendingChanges, photoOf, stateChangeById, stateChangePage } from './queries.ts'
import {
  cancelStateChanges,
  decideStateChanges,
  requestStateChanges,
  undoDecisions,
} from './state-changes.ts'

export function stateChangeRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services

  serve(app, stateChanges.create, async ({ body, image }, { actor }) =>
    withPictures(services, await keepPictures(store, image), (pictures) =>
      requestStateChanges(db, actor, body, pictures),
    ),
  )

  serve(app, stateChanges.list, ({ query }, { actor }) => stateChangePage(db, actor, query))

  serve(app, stateChanges.pending, async ({ query }, { actor }) => ({
    stateChanges: await pendingChanges(db, actor, query.assets),
  }))

  serve(app, stateChanges.get, ({ params }, { actor }) => stateChangeById(db, actor, params.id))

  serve(app, stateChanges.image, async ({ params, query }, { actor }) => {
    const name = await photoOf(db, actor, params.id, query.size)
    return pictureReply(found(name ? await store.get(name) : undefined, 'picture-not-found'))
  })

  serve(app, stateChanges.decide, ({ body }, { actor }) => decideStateChanges(db, actor, body))
  serve(app, stateChanges.undo, ({ body }, { actor }) => undoDecisions(db, actor, body.ids))
  serve(app, stateChanges.cancel, ({ body }, { actor }) => cancelStateChanges(db, actor, body.ids))
}
