import { dashboard } from '@ats/contract/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import { cityNamed } from '#features/places/places.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { countsInScope } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, dashboard.counts, async ({ query }, { actor }) => {
    const city = query.location === undefined ? undefined : await cityNamed(db, actor, query.location)
    return countsInScope(db, actor, city?.id)
  })
}
