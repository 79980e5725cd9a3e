import { help } from '@ats/contract/help.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { largestPicture, pictureReply, redraw } from '#kernel/files/images.ts'
import { withPictures } from '#kernel/files/picture-files.ts'
import type { Store } from '#kernel/files/store.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { closeHelpRequest, openHelpRequest, reopenHelpRequest, writeMessage } from './help.ts'
import { helpRequestById, ownRequests, requestsOfOthers, screenshotOf } from './queries.ts'

const keepScreenshot = async (store: Store, image: Uint8Array | undefined) =>
  image && { image: await store.put(await redraw(image, largestPicture), 'webp') }

export function helpRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services

  serve(app, help.create, async ({ body, image }, { actor }) =>
    withPictures(services, await keepScreenshot(store, image), (pictures) =>
      inTransaction(db, (tx) => openHelpRequest(tx, actor, body, pictures?.image)),
    ),
  )
  serve(app, help.mine, ({ query }, { actor }) => ownRequests(db, actor, query))
  serve(app, help.ofOthers, ({ query }, { actor }) => requestsOfOthers(db, actor, query))
  serve(app, help.get, ({ params }, { actor }) => helpRequestById(db, actor, params.id))
  serve(app, help.image, async ({ params }, { actor }) => {
    const name = await screenshotOf(db, actor, params.id)
    return pictureReply(found(name ? await store.get(name) : undefined, 'picture-not-found'))
  })
  serve(app, help.write, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => writeMessage(tx, actor, params.id, body.text)),
  )
  serve(app, help.close, ({ params }, { actor }) =>
    inTransaction(db, (tx) => closeHelpRequest(tx, actor, params.id)),
  )
  serve(app, help.reopen, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => reopenHelpRequest(tx, actor, params.id, body.text)),
  )
}
