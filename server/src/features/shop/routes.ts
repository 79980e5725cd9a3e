import { type ShopKind, shop, shopImages, shopOverview } from '@ats/contract/shop/shop.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { overview } from './overview.ts'
import { addPicture, pictureBytes, removePicture } from './pictures.ts'
import { createRecord, deleteRecord, pageOf, recordOf, updateRecord } from './records.ts'

export function shopRoutes(app: FastifyInstance, services: Services) {
  const { db, store, config } = services
  serveKind('products')
  serveKind('categories')
  serveKind('orders')
  serveKind('reviews')

  function serveKind<K extends ShopKind>(kind: K) {
    const calls = shop[kind as 'products']
    const own = kind as 'products'
    // Orders contain personal data of customers.
    const mustRead = kind === 'orders' ? mustSeeEverything : () => undefined
    serve(app, calls.list, ({ query }, { actor }) => {
      mustRead(actor)
      return pageOf(db, own, query)
    })
    serve(app, calls.get, ({ params }, { actor }) => {
      mustRead(actor)
      return recordOf(db, own, params.number)
    })
    serve(app, calls.create, ({ body }, { actor }) => {
      mustSeeEverything(actor)
      return inTransaction(db, (tx) => createRecord(tx, actor, own, body))
    })
    serve(app, calls.update, ({ params, body }, { actor }) => {
      mustSeeEverything(actor)
      return inTransaction(db, (tx) => updateRecord(tx, actor, own, { ...params, body }))
    })
    serve(app, calls.remove, async ({ params }, { actor }) => {
      mustSeeEverything(actor)
      await inTransaction(db, (tx) => deleteRecord(tx, actor, own, params.number))
      return { message: 'Deleted.' }
    })
  }

  serve(app, shopImages.add, ({ params, image }, { actor }) => {
    mustSeeEverything(actor)
    return addPicture(services, actor, params, image)
  })
  serve(app, shopImages.get, async ({ params }) => pictureReply(await pictureBytes(db, store, params.id)))
  serve(app, shopImages.remove, async ({ params }, { actor }) => {
    mustSeeEverything(actor)
    await removePicture(services, actor, params.id)
    return { message: 'Removed.' }
  })
  serve(app, shopOverview.get, (_input, { actor }) => overview(db, actor, config.timeZone))
}

/** The shop belongs to no place, so a change affects every place. */
function mustSeeEverything(actor: Actor) {
  if (!actor.everywhere) throw new Problem('shop-needs-everywhere')
}
