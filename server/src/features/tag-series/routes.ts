import { tagNumbers } from '@ats/contract/tag-series.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { keyOf, withIdempotencyKey } from '#kernel/http/idempotency.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { reserveBlock, voidNumber } from './numbers.ts'
import { allTagSeries, blockPage, blockWithNumbers, voidPage } from './queries.ts'
import { bringBackTagSeries, changeTagSeries, createTagSeries, retireTagSeries } from './series.ts'

export function tagSeriesRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, tagNumbers.list, async () => ({ series: await allTagSeries(db) }))
  serve(app, tagNumbers.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => createTagSeries(tx, actor, body)),
  )
  serve(app, tagNumbers.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeTagSeries(tx, actor, params.id, body)),
  )
  serve(app, tagNumbers.retire, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => retireTagSeries(tx, actor, params.id, body)),
  )
  serve(app, tagNumbers.bringBack, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => bringBackTagSeries(tx, actor, params.id, body)),
  )
  serve(app, tagNumbers.blocks, ({ params, query }) => blockPage(db, params.id, query))
  serve(app, tagNumbers.block, ({ params }) => blockWithNumbers(db, params.id, params.blockId))
  serve(app, tagNumbers.reserve, ({ params, body }, { actor, request }) =>
    inTransaction(db, (tx) =>
      withIdempotencyKey(tx, actor, keyOf(request), { params, body }, () =>
        reserveBlock(tx, actor, params.id, body.count),
      ),
    ),
  )
  serve(app, tagNumbers.voids, ({ params, query }) => voidPage(db, params.id, query))
  serve(app, tagNumbers.void, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => voidNumber(tx, actor, params.id, body)),
  )
}
