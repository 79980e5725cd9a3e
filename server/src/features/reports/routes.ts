import { reports } from '@ats/contract/reports.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { asOf } from './as-of.ts'
import { assetReport, incompleteReport } from './asset-report.ts'
import { changes, movements } from './changes.ts'
import { covered } from './covered.ts'
import { inventoryAccuracy } from './inventory-accuracy.ts'
import { notSeen } from './not-seen.ts'
import { rentals } from './rentals.ts'
import { stateByPlace } from './state-by-place.ts'

export function reportRoutes(app: FastifyInstance, { replica, config: { timeZone } }: Services) {
  const { read } = replica
  serve(app, reports.assets, ({ query }, { actor }) =>
    read(actor.id, (db) => assetReport(db, actor, query, timeZone)),
  )
  serve(app, reports.asOf, ({ query }, { actor }) =>
    read(actor.id, (db) => asOf.page(db, actor, query, timeZone)),
  )
  serve(app, reports.changes, ({ query }, { actor }) =>
    read(actor.id, (db) => changes.page(db, actor, query, timeZone)),
  )
  serve(app, reports.movements, ({ query }, { actor }) =>
    read(actor.id, (db) => movements.page(db, actor, query, timeZone)),
  )
  serve(app, reports.rentals, ({ query }, { actor }) =>
    read(actor.id, (db) => rentals.page(db, actor, query, timeZone)),
  )
  serve(app, reports.stateByPlace, ({ query }, { actor }) =>
    read(actor.id, (db) => stateByPlace.page(db, actor, query, timeZone)),
  )
  serve(app, reports.incomplete, ({ query }, { actor }) =>
    read(actor.id, (db) => incompleteReport(db, actor, query)),
  )
  serve(app, reports.notSeen, ({ query }, { actor }) =>
    read(actor.id, (db) => notSeen.page(db, actor, query, timeZone)),
  )
  serve(app, reports.inventoryAccuracy, ({ query }, { actor }) =>
    read(actor.id, (db) => inventoryAccuracy.page(db, actor, query, timeZone)),
  )
  serve(app, reports.covered, ({ query }, { actor }) =>
    read(actor.id, (db) => covered.page(db, actor, query, timeZone)),
  )
}
