import { live } from '@ats/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kernel/http/serve.ts'
import type { Services } from '#kernel/services.ts'
import { openHub } from './live.ts'

export function liveRoutes(app: FastifyInstance, { db, config }: Services) {
  const hub = openHub(db, {
    databaseUrl: config.databaseUrl,
    secret: config.secret,
    actorNow: app.actorNow,
    failed: (error) => app.log.warn({ err: error }, 'the live stream misses something'),
  })
  // Streams do not end by themselves, and closing the server waits for open responses.
  app.addHook('preClose', () => hub.close())

  serve(
    app,
    live.stream,
    async ({ query }, { actor, request }) => {
      const since = request.headers['last-event-id']?.toString()
      return {
        type: 'text/event-stream; charset=utf-8',
        body: await hub.open(actor, since, query.seconds),
        headers: { 'x-accel-buffering': 'no' },
      }
    },
    { compress: false },
  )
}
