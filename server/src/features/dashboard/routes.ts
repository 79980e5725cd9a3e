import { dashboard } from '@ats/contract/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import { latestLines } from '#features/audit/audit.ts'
import { cityNamed } from '#features/places/places.ts'
import { readerSummary, readsByHour } from '#features/readers/readers.ts'
import type { Actor } from '#kernel/actor.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { inventoriesOfAYear, overdueInventories, rentalsEnding } from './due.ts'
import { assetsByPlace, assetsByState, waitingFor } from './overview.ts'
import { countsInScope } from './queries.ts'
import { assetsByMonth, inventoriesByMonth, requestsByMonth } from './trends.ts'

export function dashboardRoutes(app: FastifyInstance, { db, config: { timeZone } }: Services) {
  const cityOf = async (actor: Actor, location: string | undefined) =>
    location === undefined ? undefined : (await cityNamed(db, actor, location)).id

  serve(app, dashboard.counts, async ({ query }, { actor }) =>
    countsInScope(db, actor, await cityOf(actor, query.location)),
  )
  serve(app, dashboard.overview, async ({ query: { location } }, { actor }) => {
    const cityId = await cityOf(actor, location)
    const [waiting, states, places, activity, inventories, overdue, rentals, readers] = await Promise.all([
      waitingFor(db, actor, cityId),
      assetsByState(db, actor, cityId),
      assetsByPlace(db, actor, cityId),
      latestLines(db, actor, location),
      inventoriesOfAYear(db, actor, cityId, timeZone),
      overdueInventories(db, actor, cityId, timeZone),
      rentalsEnding(db, actor, cityId, timeZone),
      readerSummary(db, actor, cityId),
    ])
    return { waiting, states, places, activity, inventories, overdue, rentals, readers }
  })
  serve(app, dashboard.trends, async ({ query: { location } }, { actor }) => {
    const cityId = await cityOf(actor, location)
    const [assets, inventories, requests, reads] = await Promise.all([
      assetsByMonth(db, actor, cityId, timeZone),
      inventoriesByMonth(db, actor, cityId, timeZone),
      requestsByMonth(db, actor, cityId, timeZone),
      readsByHour(db, actor, cityId),
    ])
    return { assets, inventories, requests, reads }
  })
}
