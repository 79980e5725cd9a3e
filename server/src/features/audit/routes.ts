import { audit } from '@ats/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { resolveLines } from './lines.ts'
import { linePage } from './queries.ts'

export function auditRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, audit.list, async ({ query }, { actor }) =>
    linePage(db, actor, await resolveLines(db, actor, query), query),
  )
}
