import { programmes } from '@ats/contract/inventories/programmes.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { changeLine, changeProgramme, createProgramme, planNow, retireProgramme } from './programmes.ts'
import { programmeById, programmePage } from './queries.ts'

export function programmeRoutes(app: FastifyInstance, { db, config: { timeZone: zone } }: Services) {
  serve(app, programmes.list, ({ query }, { actor }) => programmePage(db, actor, query, zone))
  serve(app, programmes.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createProgramme(tx, actor, body, zone)),
  )
  serve(app, programmes.get, ({ params, query }, { actor }) =>
    programmeById(db, actor, { ...params, ...query, zone }),
  )
  serve(app, programmes.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeProgramme(tx, actor, { ...params, zone }, body)),
  )
  serve(app, programmes.retire, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => retireProgramme(tx, actor, { ...params, version: body.version, zone })),
  )
  serve(app, programmes.changeLine, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeLine(tx, actor, { ...params, zone }, body)),
  )
  serve(app, programmes.plan, ({ params }, { actor }) =>
    inTransaction(db, (tx) => planNow(tx, actor, { ...params, zone })),
  )
}
