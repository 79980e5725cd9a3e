import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually, freePort, startGuarded, stopProcess } from '../scripts/processes.ts'
import { root } from '../scripts/sources.ts'
import { load } from './load.ts'
import { type Bench, compare } from './measurement.ts'
import { database, startProduct } from './product.ts'

const path = '/api/assets?size=25'
/** At most a twentieth of the requests a second may be lost to it. */
const limit = 0.95

/** Takes spans as a collector does, and counts them. */
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

/** One more api on the same data, which sends traces. */
async function tracedApi(databaseUrl: string, endpoint: string, share: number) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const own = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: '/tmp',
    DEMO: 'true',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
  }
  const api = startGuarded(process.execPath, ['--max-semi-space-size=16', 'server/src/main.ts', 'api'], {
    onOrphaned: 'TERM',
    cwd: root,
    env: {
      ...{ ...process.env, ...own, ORIGIN: address },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: `${share}` },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(answers, 120_000, 100)
  return { address, stop: () => stopProcess(api, 'SIGTERM', 10_000) }
}

/** A page of assets from an api that sends traces, of all calls or of a tenth, against one that sends none. */
export const tracing: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres)
  const receiver = await collector()
  try {
    const measurements = []
    for (const [name, share] of [
      ['tracing-all', 1],
      ['tracing-tenth', 0.1],
    ] as const) {
      const traced = await tracedApi(postgres.url(database), receiver.endpoint, share)
      const ask = (address: string) => () => load(address, path, product.headers, effort)
      const best = await compare(effort.rounds, ask(product.address), ask(traced.address), {
        bare: ({ perSecond }) => perSecond,
        api: ({ perSecond }) => perSecond,
      })
      await traced.stop()
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
