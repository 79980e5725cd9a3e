import { reports } from '@ats/contract/reports.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { assetReport } from './asset-report.ts'

export function reportRoutes(app: FastifyInstance, { db, config }: Services) {
  serve(app, reports.assets, ({ query }, { actor }) => assetReport(db, actor, query, config.timeZone))
}
