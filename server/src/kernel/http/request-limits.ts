import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

export type RequestLimits = {
  /** Until the headers are complete. */
  headersMs: number
  /** Until the body is complete: JSON, which is short. */
  bodyMs: number
  pictureMs: number
  /** For a file of any size. */
  fileMs: number
  connections: number
  /** Connections from one address at the same time. */
  perAddress: number
}

function longestMs(request: FastifyRequest, limits: RequestLimits) {
  const { endpoint } = request.routeOptions.config
  if (endpoint?.file) return limits.fileMs
  const isMultipart = request.headers['content-type']?.startsWith('multipart/') ?? false
  return endpoint?.image !== undefined && isMultipart ? limits.pictureMs : limits.bodyMs
}

/** A body that is not complete in time gets 408, like slow headers in Node, and its connection is closed. */
function limitBody(app: FastifyInstance, request: FastifyRequest, limits: RequestLimits) {
  const { raw, headers } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  const end = () => {
    if (raw.complete !== false || raw.destroyed) return
    const late = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.server.emit('clientError', late, raw.socket)
  }
  const timer = setTimeout(end, longestMs(request, limits)).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Limits what a client can occupy before a handler runs. */
export function limitRequests(app: FastifyInstance, limits: RequestLimits) {
  app.server.maxConnections = limits.connections
  app.server.on('drop', () => app.log.debug('a connection was refused: there are too many'))
  app.addHook('onRequest', async (request, reply) => {
    limitBody(app, request, limits)
    const encoding = request.headers['content-encoding'] ?? 'identity'
    // A small compressed body can inflate into a large one, and no endpoint needs compression.
    if (encoding.toLowerCase() !== 'identity') {
      reply.header('accept-encoding', 'identity')
      throw new Problem('body-encoded')
    }
  })
}
