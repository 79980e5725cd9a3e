import { floors } from '@ats/contract/floors.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { keepADay, withPictures } from '#kernel/files/picture-files.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { floorActivity } from './activity.ts'
import { drawFloor } from './drawing.ts'
import { roomFacts } from './facts.ts'
import { addFloor, changeFloor, floorForUpdate, removeFloor } from './floors.ts'
import { keepPlan, type Picture, pictureOfFloor, setPlanPicture } from './pictures.ts'
import { floorList, planOf } from './queries.ts'

export function floorRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services
  serve(app, floors.list, async ({ query }, { actor }) => ({ floors: await floorList(db, actor, query) }))
  serve(app, floors.add, ({ body }, { actor }) => inTransaction(db, (tx) => addFloor(tx, actor, body)))
  serve(app, floors.plan, ({ params }, { actor }) => planOf(db, actor, params.id))
  serve(app, floors.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeFloor(tx, actor, params.id, body)),
  )
  serve(app, floors.draw, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => drawFloor(tx, actor, params.id, body)),
  )
  serve(app, floors.remove, async ({ params }, { actor }) => {
    await keepADay(store, [await inTransaction(db, (tx) => removeFloor(tx, actor, params.id))])
    return { message: 'Floor removed.' }
  })
  serve(app, floors.facts, async ({ params, query }, { actor }) => ({
    rooms: await roomFacts(db, actor, params.id, query),
  }))
  serve(app, floors.activity, ({ params, query }, { actor }) =>
    floorActivity(db, actor, params.id, query.seconds),
  )
  pictureRoutes(app, services)
}

function pictureRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services
  const put = async (actor: Actor, id: Id, picture: Picture) => {
    const { floor, before } = await inTransaction(db, (tx) => setPlanPicture(tx, actor, id, picture))
    await keepADay(store, [before])
    return floor
  }

  serve(app, floors.setPicture, async ({ params: { id }, body: { version }, image }, { actor }) => {
    // Checked before the picture is processed, so that nothing is stored without permission.
    await floorForUpdate(db, actor, id)
    const { picture, aspect } = await keepPlan(store, image)
    return withPictures(services, { picture }, () => put(actor, id, { picture, aspect, version }))
  })
  serve(app, floors.removePicture, ({ params }, { actor }) => put(actor, params.id, { picture: null }))
  serve(app, floors.picture, async ({ params }, { actor }) =>
    pictureReply(await pictureOfFloor(db, store, actor, params.id)),
  )
}
