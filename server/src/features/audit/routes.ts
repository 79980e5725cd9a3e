import { audit } from '@ats/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { found } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { reasonsOf, resolveLines, unlessWithheld } from './lines.ts'
import { lineById, linePage } from './queries.ts'

export function auditRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, audit.list, async ({ query }, { actor }) =>
    linePage(db, actor, await resolveLines(db, actor, query), query),
  )

  serve(app, audit.get, async ({ params }, { actor }) =>
    found(
      await lineById(db, actor, params.id, { reasons: reasonsOf(actor), shown: unlessWithheld(actor) }),
      'record-not-found',
    ),
  )
}
