import { places } from '@ats/contract/places.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/serve.ts'
import type { Services } from '#kernel/services.ts'
import { citiesInScope } from './queries.ts'

export function placesRoutes(app: FastifyInstance, { reads }: Services) {
  serve(app, places.cities, async (_input, { actor }) => ({ cities: await citiesInScope(reads, actor) }))
}
