import { masters } from '@ats/contract/masters.ts'
import type { FastifyInstance } from 'fastify'
import { cityNamed } from '#features/places/places.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { createMaster, deleteMaster, mergeMaster, updateMaster } from './masters.ts'
import { masterPage } from './queries.ts'

export function masterRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, masters.list, async ({ params, query }, { actor }) => {
    const city = query.location === undefined ? undefined : await cityNamed(db, actor, query.location)
    return masterPage(db, actor, params.kind, { ...query, cityId: city?.id })
  })

  serve(app, masters.create, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => createMaster(tx, actor, params.kind, body)),
  )

  serve(app, masters.update, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => updateMaster(tx, actor, params.kind, params.id, body)),
  )

  serve(app, masters.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteMaster(tx, actor, params.kind, params.id))
    return { message: 'Deleted.' }
  })

  serve(app, masters.merge, async ({ params, body }, { actor }) => {
    const moved = await inTransaction(db, (tx) => mergeMaster(tx, actor, params.kind, params.id, body.into))
    return { message: 'Merged.', moved }
  })
}
