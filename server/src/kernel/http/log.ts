import type { FastifyInstance } from 'fastify'

/** Logs one line per request after its response. The query string may contain search texts, so it is left out. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?', 1)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, path, status: reply.statusCode, ms, user: request.actor?.id })
  })
}
