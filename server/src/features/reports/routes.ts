import { reports } from '@ats/contract/reports.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { asOf } from './as-of.ts'
import { assetReport, incompleteReport } from './asset-report.ts'
import { changes, movements } from './changes.ts'
import { inventoryAccuracy } from './inventory-accuracy.ts'
import { notSeen } from './not-seen.ts'
import { rentals } from './rentals.ts'
import { stateByPlace } from './state-by-place.ts'

export function reportRoutes(app: FastifyInstance, { db, config: { timeZone } }: Services) {
  serve(app, reports.assets, ({ query }, { actor }) => assetReport(db, actor, query, timeZone))
  serve(app, reports.asOf, ({ query }, { actor }) => asOf.page(db, actor, query, timeZone))
  serve(app, reports.changes, ({ query }, { actor }) => changes.page(db, actor, query, timeZone))
  serve(app, reports.movements, ({ query }, { actor }) => movements.page(db, actor, query, timeZone))
  serve(app, reports.rentals, ({ query }, { actor }) => rentals.page(db, actor, query, timeZone))
  serve(app, reports.stateByPlace, ({ query }, { actor }) => stateByPlace.page(db, actor, query, timeZone))
  serve(app, reports.incomplete, ({ query }, { actor }) => incompleteReport(db, actor, query))
  serve(app, reports.notSeen, ({ query }, { actor }) => notSeen.page(db, actor, query, timeZone))
  serve(app, reports.inventoryAccuracy, ({ query }, { actor }) =>
    inventoryAccuracy.page(db, actor, query, timeZone),
  )
}
