import { deadLetters } from '@ats/contract/dead-letters.ts'
import { readers } from '@ats/contract/readers.ts'
import { sightings } from '@ats/contract/sightings.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#kernel/db/db.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { deadLetterPage, discardLetters, replayLetters } from './dead-letters.ts'
import { elsewherePage, ignoreSightings, moveToWhereSeen } from './elsewhere.ts'
import { liveReads } from './live-reads.ts'
import { readerById, readerPage } from './queries.ts'
import {
  addReader,
  addressesOf,
  changeReader,
  removeReader,
  revokeCredentials,
  rotateCredentials,
  setReadPoints,
} from './readers.ts'
import { lastSeenOf, movementPage } from './sightings.ts'

export function readerRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, readers.list, ({ query }, { actor }) => readerPage(db, actor, query))
  serve(app, readers.add, ({ body }, { actor }) =>
    inTransaction(db, (tx) => addReader(tx, actor, config, body)),
  )
  serve(app, readers.get, async ({ params }, { actor }) => ({
    reader: await readerById(db, actor, params.id),
    addresses: addressesOf(config, params.id),
  }))
  serve(app, readers.change, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => changeReader(tx, actor, params.id, body)),
  )
  serve(app, readers.remove, ({ params }, { actor }) =>
    inTransaction(db, (tx) => removeReader(tx, actor, params.id)),
  )
  serve(app, readers.rotate, ({ params }, { actor }) =>
    inTransaction(db, (tx) => rotateCredentials(tx, actor, config, params.id)),
  )
  serve(app, readers.revoke, ({ params }, { actor }) =>
    inTransaction(db, (tx) => revokeCredentials(tx, actor, params.id)),
  )
  serve(app, readers.setReadPoints, ({ params, body }, { actor }) =>
    inTransaction(db, (tx) => setReadPoints(tx, actor, params.id, body)),
  )
  serve(app, readers.reads, ({ query }, { actor }) => liveReads(db, actor, query))

  serve(app, deadLetters.list, ({ query }, { actor }) => deadLetterPage(db, actor, query))
  serve(app, deadLetters.replay, ({ body }, { actor }) =>
    inTransaction(db, (tx) => replayLetters(tx, actor, body)),
  )
  serve(app, deadLetters.discard, ({ body }, { actor }) =>
    inTransaction(db, (tx) => discardLetters(tx, actor, body.ids)),
  )

  serve(app, sightings.lastSeen, ({ params }, { actor }) => lastSeenOf(db, actor, params.id))
  serve(app, sightings.movements, ({ params, query }, { actor }) => movementPage(db, actor, params.id, query))
  serve(app, sightings.elsewhere, ({ query }, { actor }) => elsewherePage(db, actor, query))
  serve(app, sightings.moveHere, ({ body }, { actor }) =>
    inTransaction(db, (tx) => moveToWhereSeen(tx, actor, body.ids)),
  )
  serve(app, sightings.ignore, ({ body }, { actor }) =>
    inTransaction(db, (tx) => ignoreSightings(tx, actor, body.ids, body.reason)),
  )
}
