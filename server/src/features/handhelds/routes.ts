import { handhelds } from '@ats/contract/handhelds.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { addHandheld, changeHandheld, renewToken, revokeHandheld } from './handhelds.ts'
import { handheldsSeenBy } from './queries.ts'

export function handheldRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, handhelds.list, async (_input, { actor }) => ({ handhelds: await handheldsSeenBy(db, actor) }))
  serve(app, handhelds.add, ({ body }, { actor }) => inTransaction(db, (tx) => addHandheld(tx, actor, body)))
  serve(app, handhelds.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeHandheld(tx, actor, params.id, body)),
  )
  serve(app, handhelds.renew, ({ params }, { actor }) =>
    inTransaction(db, (tx) => renewToken(tx, actor, params.id)),
  )
  serve(app, handhelds.revoke, ({ params }, { actor }) =>
    inTransaction(db, (tx) => revokeHandheld(tx, actor, params.id)),
  )
}
