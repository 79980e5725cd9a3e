import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { load } from './load.ts'
import { type Bench, compare } from './measurement.ts'
import { startProduct } from './product.ts'

const path = '/api/assets?size=25'
/** Tracing may cost at most a twentieth of the requests per second. */
const limit = 0.95

/** Accepts spans like a collector, and counts them. */
async function collector() {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, bytes: () => bytes, close: () => server.close() }
}

/** A page of assets from an API that sends traces, of all requests or of a tenth, against one that sends none. */
export const tracing: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres)
  const receiver = await collector()
  try {
    const measurements = []
    for (const [name, share] of [
      ['tracing-all', 1],
      ['tracing-tenth', 0.1],
    ] as const) {
      const traced = await product.addApi({
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_TRACES_SAMPLER_ARG: `${share}` },
      })
      const ask = (address: string) => () => load(address, path, product.headers, effort)
      const best = await compare(effort.rounds, ask(product.address), ask(traced), {
        bare: ({ perSecond }) => perSecond,
        api: ({ perSecond }) => perSecond,
      })
      if (receiver.bytes() === 0) throw new Error('No span arrived')
      const { perSecond, p50, p99 } = best.api
      measurements.push({ name, bare: best.bare.perSecond, api: perSecond, p50, p99, limit })
    }
    return measurements
  } finally {
    receiver.close()
    await product.stop()
  }
}
