import { randomBytes } from 'node:crypto'
import { endpoints } from '@ats/contract/endpoints.ts'
import { system } from '@ats/contract/system.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { openapi } from '#kernel/openapi.ts'
import { Problem } from '#kernel/problem.ts'
import { serve } from '#kernel/serve.ts'
import type { Services } from '#kernel/services.ts'
import { openapiPage } from './openapi-page.ts'

export function systemRoutes(app: FastifyInstance, { db, version, state }: Services) {
  serve(app, system.live, () => ({ status: 'ok' as const }))

  serve(app, system.ready, async () => {
    if (state.stopping) throw new Problem('unavailable', 'The server is shutting down.', { retryAfter: 5 })
    await sql`select 1`.execute(db)
    return { status: 'ok' as const }
  })

  const description = JSON.stringify(openapi(endpoints, version))
  serve(app, system.openapi, () => ({ type: 'application/json; charset=utf-8', body: description }))

  serve(app, system.docs, () => {
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`
    return {
      type: 'text/html; charset=utf-8',
      body: openapiPage(endpoints, nonce),
      headers: { 'content-security-policy': policy },
    }
  })
}
