import { readFileSync } from 'node:fs'
import { system } from '@ats/contract/system.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Archived, archivedQuery } from '#kernel/db/archived.ts'
import { hasSpace } from '#kernel/files/disk-space.ts'
import { fixedPage } from '#kernel/http/fixed-page.ts'
import { openapiPath } from '#kernel/http/openapi-path.ts'
import { Problem } from '#kernel/http/problem.ts'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { openapiPage, pagePolicy } from './openapi-page.ts'

export function systemRoutes(app: FastifyInstance, { db, state, config }: Services) {
  const storesFiles = hasSpace(config.dataDir)
  serve(app, system.live, () => ({ status: 'ok' as const }))

  serve(app, system.ready, async () => {
    if (state.stopping) throw new Problem('shutting-down', {}, { retryAfter: 5 })
    await sql`select 1`.execute(db)
    return { status: (await storesFiles()) ? ('ok' as const) : ('degraded' as const) }
  })

  serve(app, system.archived, async () => {
    const { rows } = await sql<Archived>`${sql.raw(archivedQuery)}`.execute(db)
    return { archived: rows.map(({ files: _files, ...part }) => part) }
  })

  const description = () => readFileSync(openapiPath, 'utf8')
  const forPrograms = fixedPage('application/json; charset=utf-8', description)
  const forPeople = fixedPage('text/html; charset=utf-8', () => openapiPage(JSON.parse(description())), {
    'content-security-policy': pagePolicy,
  })
  serve(app, system.openapi, (_input, { request }) => forPrograms(request), { compress: false })
  serve(app, system.docs, (_input, { request }) => forPeople(request), { compress: false })
}
