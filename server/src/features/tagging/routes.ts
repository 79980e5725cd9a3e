import { taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import type { FastifyInstance } from 'fastify'
import { namedDevice } from '#features/handhelds/handhelds.ts'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { assetsForDevice } from './assets-to-tag.ts'
import { changeDrive, closeDrive, startDrive } from './drives.ts'
import { takeEntries } from './entries.ts'
import { daysOf, driveById, drivePage, exceptionPage, qualityOf, roomPage } from './queries.ts'
import { checkTag, samplesFor } from './samples.ts'

export function taggingRoutes(app: FastifyInstance, services: Services) {
  const { db, config } = services
  serve(app, taggingDrives.list, ({ query }, { actor }) => drivePage(db, actor, query))
  serve(app, taggingDrives.create, ({ body }, { actor }) =>
    inTransaction(db, (tx) => startDrive(tx, actor, body)),
  )
  serve(app, taggingDrives.get, ({ params }, { actor }) => driveById(db, actor, params.id))
  serve(app, taggingDrives.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeDrive(tx, actor, params.id, body)),
  )
  serve(app, taggingDrives.close, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => closeDrive(tx, actor, params.id, body.version)),
  )
  serve(app, taggingDrives.rooms, ({ params, query }, { actor }) => roomPage(db, actor, params.id, query))
  serve(app, taggingDrives.days, async ({ params }, { actor }) => ({
    days: await daysOf(db, actor, params.id, config.timeZone),
  }))
  serve(app, taggingDrives.exceptions, ({ params, query }, { actor }) =>
    exceptionPage(db, actor, params.id, query),
  )
  serve(app, taggingDrives.quality, async ({ params }, { actor }) => ({
    rates: await qualityOf(db, actor, params.id),
  }))
  workRoutes(app, services)
}

function workRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, tagging.assets, ({ params, query }, { actor }) => assetsForDevice(db, actor, params.id, query))
  serve(app, tagging.send, async ({ params, body }, { actor, request }) =>
    takeEntries(db, actor, params.id, await namedDevice(db, request.headers, body)),
  )
  serve(app, tagging.samples, ({ params, query }, { actor }) => samplesFor(db, actor, params.id, query.size))
  serve(app, tagging.check, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => checkTag(tx, actor, params.id, body)),
  )
}
