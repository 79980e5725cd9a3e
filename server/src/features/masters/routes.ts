import { masters } from '@ats/contract/masters.ts'
import type { FastifyInstance } from 'fastify'
import { cityNamed } from '#features/places/places.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { createMaster, deleteMaster } from './masters.ts'
import { mergeMaster } from './merges.ts'
import { changeMaster } from './moves.ts'
import { masterPage } from './queries.ts'

export function masterRoutes(app: FastifyInstance, { db, jobs }: Services) {
  serve(app, masters.list, async ({ params, query }, { actor }) => {
    const city = query.location === undefined ? undefined : await cityNamed(db, actor, query.location)
    return masterPage(db, actor, params.kind, { ...query, cityId: city?.id })
  })

  serve(app, masters.create, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => createMaster(tx, actor, params.kind, body)),
  )

  serve(app, masters.update, async ({ params, body }, { actor, reply }) => {
    const changed = await inTransaction(db, (tx) => changeMaster(tx, jobs, actor, params, body))
    if (changed.job !== undefined) reply.code(202)
    return changed
  })

  serve(app, masters.remove, async ({ params }, { actor }) => {
    await inTransaction(db, (tx) => deleteMaster(tx, actor, params.kind, params.id))
    return { message: 'Deleted.' }
  })

  serve(app, masters.merge, async ({ params, body }, { actor, reply }) => {
    const merged = await inTransaction(db, (tx) => mergeMaster(tx, jobs, actor, { ...params, ...body }))
    if (merged.job === undefined) return { message: 'Merged.', ...merged }
    reply.code(202)
    return { message: 'Merging.', ...merged }
  })
}
