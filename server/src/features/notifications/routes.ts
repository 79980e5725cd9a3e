import { notifications } from '@ats/contract/notifications.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { choicesFor, choose, readAllUpTo, readOne, withdrawShown } from './notifications.ts'
import { notificationsOf } from './queries.ts'

export function notificationRoutes(app: FastifyInstance, { db, sendMail }: Services) {
  serve(app, notifications.list, ({ query }, { actor }) => notificationsOf(db, actor, query))
  serve(app, notifications.read, async ({ params }, { actor }) => {
    await readOne(db, actor, params.id)
    return { message: 'Set as read.' }
  })
  serve(app, notifications.readAll, async ({ body }, { actor }) => {
    await readAllUpTo(db, actor, body.upTo)
    return { message: 'All set as read.' }
  })
  serve(app, notifications.shown, async ({ body }, { actor }) => {
    await inTransaction(db, (tx) => withdrawShown(tx, actor, body.action, body.recordId))
    return { message: 'Taken as shown.' }
  })
  serve(app, notifications.choices, async (_input, { actor }) => ({
    mailIsSet: sendMail !== undefined,
    choices: await choicesFor(db, actor),
  }))
  serve(app, notifications.choose, async ({ body }, { actor }) => {
    await inTransaction(db, (tx) => choose(tx, actor, body.choices))
    return { message: 'Your choices were saved.' }
  })
}
