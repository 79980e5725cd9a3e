import type { FastifyInstance } from 'fastify'

/** One line a request, once it is answered. The query string may hold what people searched for, so it stays out. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?', 1)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, path, status: reply.statusCode, ms, user: request.actor?.id })
  })
}
