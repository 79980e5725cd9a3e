import { counting } from '@ats/contract/inventories/counting.ts'
import { type Inventory, inventories } from '@ats/contract/inventories/inventories.ts'
import { investigations } from '@ats/contract/inventories/investigations.ts'
import { inventoryReview, unknownTags } from '@ats/contract/inventories/review.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { keepPictures } from '#features/assets/assets.ts'
import { namedDevice } from '#features/handhelds/handhelds.ts'
import { expectedIn, inventoriesToCount, roomsToCount } from '#features/inventories/count/counting.ts'
import { decideLateReads, lateReadsOf } from '#features/inventories/count/late-reads.ts'
import { sightingPhoto, takeSighting } from '#features/inventories/count/sightings.ts'
import { reportDevice, takeSweep } from '#features/inventories/count/sweeps.ts'
import { undoReads } from '#features/inventories/count/undo-reads.ts'
import { ignoreTags, unknownTagPage } from '#features/inventories/count/unknown-tags.ts'
import { unsentDevices } from '#features/inventories/count/waiting-devices.ts'
import { mustNameCounters, peopleToCount } from '#features/inventories/plan/people.ts'
import { changePlan, planInventory } from '#features/inventories/plan/planning.ts'
import { startInventory } from '#features/inventories/plan/start.ts'
import { approveInventory } from '#features/inventories/review/approval.ts'
import { cancelInventory, reviewInventory } from '#features/inventories/review/closing.ts'
import { allowException } from '#features/inventories/review/exceptions.ts'
import { investigationPage, noteFollowUp } from '#features/inventories/review/investigations.ts'
import { itemPage, proposalsOf } from '#features/inventories/review/items.ts'
import { progressOf } from '#features/inventories/review/progress.ts'
import { resolveItems } from '#features/inventories/review/resolutions.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { pictureReply } from '#kernel/files/images.ts'
import { withPictures } from '#kernel/files/picture-files.ts'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { recountInventory } from './inventories.ts'
import { inventoryById, inventoryPage } from './queries.ts'

export function inventoryRoutes(app: FastifyInstance, services: Services) {
  planRoutes(app, services)
  stepRoutes(app, services)
  countRoutes(app, services)
  reviewRoutes(app, services)
}

function planRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, inventories.list, ({ query }, { actor }) => inventoryPage(db, actor, query, config.timeZone))
  serve(app, inventories.get, ({ params }, { actor }) => inventoryById(db, actor, params.id))
  serve(app, inventories.plan, ({ body }, { actor }) =>
    inTransaction(db, async (tx) => {
      mustNameCounters(body)
      const id = await planInventory(tx, actor, config.timeZone, body)
      return { inventory: await inventoryById(tx, actor, id) }
    }),
  )
  serve(app, inventories.change, ({ params, body }, { actor }) =>
    inTransaction(db, async (tx) => ({ inventory: await changePlan(tx, actor, params.id, body) })),
  )
  serve(app, inventories.progress, ({ params, query }, { actor }) => progressOf(db, actor, params.id, query))
}

/** Work that continues as a job gets status 202. */
function answerWith(reply: FastifyReply, inventory: Inventory) {
  if (inventory.status === 'starting' || inventory.status === 'approving') reply.code(202)
  return { inventory }
}

function stepRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  serve(app, inventories.start, async ({ params }, { actor, reply }) =>
    answerWith(reply, await startInventory(services, actor, params.id)),
  )
  serve(app, inventories.unsent, async ({ params }, { actor }) => ({
    devices: await unsentDevices(db, actor, params.id),
  }))
  serve(app, inventories.review, ({ params, body }, { actor }) =>
    inTransaction(db, async (tx) => ({
      inventory: await reviewInventory(tx, actor, params.id, body.leaveOut),
    })),
  )
  serve(app, inventories.recount, ({ params }, { actor }) =>
    inTransaction(db, async (tx) => ({ inventory: await recountInventory(tx, actor, params.id) })),
  )
  serve(app, inventories.approve, async ({ params, body }, { actor, reply }) =>
    answerWith(reply, await approveInventory(services, actor, params.id, body)),
  )
  serve(app, inventories.allowException, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => allowException(tx, actor, params.id, body)),
  )
  serve(app, inventories.cancel, ({ params, body }, { actor }) =>
    inTransaction(db, async (tx) => ({
      inventory: await cancelInventory(tx, actor, config.timeZone, params.id, body),
    })),
  )
}

function countRoutes(app: FastifyInstance, services: Services) {
  const { db, store } = services
  serve(app, counting.toCount, async (_input, { actor }) => ({
    inventories: await inventoriesToCount(db, actor),
  }))
  serve(app, counting.people, async ({ query }, { actor }) => ({
    people: await peopleToCount(db, actor, query),
  }))
  serve(app, counting.rooms, ({ params, query }, { actor }) => roomsToCount(db, actor, params.id, query))
  serve(app, counting.expected, ({ params, query }, { actor }) => expectedIn(db, actor, params.id, query))
  serve(app, counting.read, async ({ params, body }, { actor, request }) =>
    takeSweep(db, actor, params.id, await namedDevice(db, request.headers, body)),
  )
  serve(app, counting.undo, async ({ params, body }, { actor, request }) =>
    undoReads(db, actor, params.id, await namedDevice(db, request.headers, body)),
  )
  serve(app, counting.see, async ({ params, body, image }, { actor, request }) =>
    withPictures(services, found(await keepPictures(store, image), 'picture-not-found'), (pictures) =>
      inTransaction(db, async (tx) =>
        takeSighting(tx, actor, params.id, await namedDevice(tx, request.headers, body), pictures),
      ),
    ),
  )
  serve(app, counting.photo, async ({ params, query }, { actor }) => {
    const name = await sightingPhoto(db, actor, params, query.size)
    return pictureReply(found(name ? await store.get(name) : undefined, 'picture-not-found'))
  })
  serve(app, counting.report, ({ params, body }, { actor, request }) =>
    inTransaction(db, async (tx) =>
      reportDevice(tx, actor, params.id, await namedDevice(tx, request.headers, body)),
    ),
  )
}

function reviewRoutes(app: FastifyInstance, { db, jobs, config }: Services) {
  serve(app, inventoryReview.items, ({ params, query }, { actor }) => itemPage(db, actor, params.id, query))
  serve(app, inventoryReview.proposals, ({ params }, { actor }) => proposalsOf(db, actor, params.id))
  serve(app, inventoryReview.resolve, async ({ params, body }, { actor, reply }) => {
    const answer = await inTransaction(db, (tx) => resolveItems(tx, jobs, actor, params.id, body))
    if (answer.job !== undefined) reply.code(202)
    return answer
  })
  serve(app, inventoryReview.lateReads, async ({ params }, { actor }) => ({
    lateReads: await lateReadsOf(db, actor, params.id),
  }))
  serve(app, inventoryReview.decideLateReads, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => decideLateReads(tx, actor, params.id, body)),
  )
  serve(app, investigations.list, ({ query }, { actor }) =>
    investigationPage(db, actor, query, config.timeZone),
  )
  serve(app, investigations.note, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => noteFollowUp(tx, actor, params.id, { ...body, zone: config.timeZone })),
  )
  serve(app, unknownTags.list, ({ query }, { actor }) => unknownTagPage(db, actor, query))
  serve(app, unknownTags.ignore, ({ body }, { actor }) =>
    inTransaction(db, (tx) => ignoreTags(tx, actor, body)),
  )
}
