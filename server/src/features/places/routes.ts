import { placeTree } from '@ats/contract/place-tree.ts'
import { places } from '@ats/contract/places.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { cityNamed } from './places.ts'
import { citiesInScope, placesFound } from './queries.ts'
import { treePage } from './tree.ts'

export function placesRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, places.cities, async (_input, { actor }) => ({ cities: await citiesInScope(db, actor) }))

  serve(app, placeTree.branch, async ({ query }, { actor }) => {
    const city = query.location === undefined ? undefined : await cityNamed(db, actor, query.location)
    return treePage(db, actor, { ...query, cityId: city?.id })
  })

  serve(app, places.search, async ({ query }, { actor }) => {
    const city = query.location === undefined ? undefined : await cityNamed(db, actor, query.location)
    return { places: await placesFound(db, actor, { ...query, cityId: city?.id }) }
  })
}
