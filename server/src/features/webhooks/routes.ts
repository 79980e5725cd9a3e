import { webhooks } from '@ats/contract/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { rateLimit } from '#kernel/http/rate-limit.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { deliveryPage, webhookById, webhooksSeenBy } from './queries.ts'
import { sendTest } from './test-message.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  repeatDelivery,
  replay,
  rotateSecret,
} from './webhooks.ts'

/** A test message is sent while the client waits. */
const tests = { burst: 5, perSecond: 0.1, refusal: 'webhook-tests-too-often' } as const

export function webhookRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  const countTest = rateLimit(tests)
  serve(app, webhooks.list, async (_input, { actor }) => ({ webhooks: await webhooksSeenBy(db, actor) }))
  serve(app, webhooks.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createWebhook(tx, actor, config, body)),
  )
  serve(app, webhooks.get, ({ params }, { actor }) => webhookById(db, actor, params.id))
  serve(app, webhooks.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeWebhook(tx, actor, config, params.id, body)),
  )
  serve(app, webhooks.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteWebhook(tx, actor, params.id))
    return { message: 'Webhook deleted.' }
  })
  serve(app, webhooks.rotate, ({ params }, { actor }) =>
    inTransaction(db, (tx) => rotateSecret(tx, actor, config, params.id)),
  )
  serve(app, webhooks.test, ({ params }, { actor }) => {
    countTest(actor.id)
    return sendTest(services, actor, params.id)
  })
  serve(app, webhooks.replay, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => replay(tx, actor, params.id, body)),
  )
  serve(app, webhooks.deliveries, ({ params, query }, { actor }) => deliveryPage(db, actor, params.id, query))
  serve(app, webhooks.repeat, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => repeatDelivery(tx, actor, params.id, params.eventId))
    return { message: 'The entry is sent again.' }
  })
}
