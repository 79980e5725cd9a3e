import { auditor } from '@ats/contract/auditor.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { auditQuestions } from './auditor.ts'

export function auditorRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, auditor.questions, ({ query }, { actor }) =>
    auditQuestions(db, actor, query.location, config.timeZone),
  )
}
