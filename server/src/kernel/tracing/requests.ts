import type { FastifyInstance } from 'fastify'
import type { Tracing } from './tracing.ts'
import type { Work } from './work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: Work | null
  }
}

/** Makes every request a unit of work for its statements, and traces some of them. */
export function followRequests(app: FastifyInstance, tracing: Tracing, slowMs: number) {
  app.decorateRequest('work', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, path } = request.routeOptions.config.endpoint ?? {}
    const facts = { 'http.request.method': method, 'http.route': path }
    const span = path === undefined ? undefined : tracing.request(request.id, `${method} ${path}`, facts)
    request.work = { log: request.log, slowMs, span }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = request.work?.span
    span?.set({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? new Error('The request failed') : undefined)
    done()
  })
}
