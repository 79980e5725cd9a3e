import type { FastifyInstance } from 'fastify'

const flushAfterMs = 100
const flushAtBytes = 16_384

let lines = ''

function flush() {
  if (lines === '') return
  process.stdout.write(lines)
  lines = ''
}

/** Standard output, a few writes a second instead of one for every line; what is left goes out when the process ends. */
export const bufferedOutput = {
  write(line: string) {
    if (lines === '') setTimeout(flush, flushAfterMs).unref()
    lines += line
    if (lines.length > flushAtBytes) flush()
  },
}
process.on('exit', flush)

/** One line a request, once it is answered. The query string may hold what people searched for, so it stays out. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?', 1)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, path, status: reply.statusCode, ms, user: request.actor?.id })
  })
}
