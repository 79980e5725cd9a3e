import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findOnPath, freePort, startGuarded, stopProcess } from '../scripts/processes.ts'
import { load } from './load.ts'
import { type Bench, compare } from './measurement.ts'
import { startProduct } from './product.ts'

const paths = {
  'two-apis-list': '/api/assets?location=indore&state=working&size=25',
  'two-apis-counts': '/dashboard/counts',
}

/** HAProxy in front of these addresses; each request goes to the server with the fewest active ones. */
async function balanced(addresses: string[]) {
  const program = findOnPath('haproxy')
  if (program === null) throw new Error('haproxy is needed: apt-get install haproxy')
  const dir = await mkdtemp(join(tmpdir(), 'ats-bench-haproxy-'))
  const port = await freePort()
  const servers = addresses.map((address, n) => `  server api-${n + 1} ${new URL(address).host}`)
  const lines = [
    ...['defaults', '  mode http', '  timeout connect 2s', '  timeout client 60s', '  timeout server 60s'],
    ...['listen web', `  bind 127.0.0.1:${port}`, '  balance leastconn', ...servers, ''],
  ]
  const file = join(dir, 'haproxy.cfg')
  await writeFile(file, lines.join('\n'))
  const proxy = startGuarded(program, ['-db', '-f', file], { onOrphaned: 'TERM', stdio: 'ignore' })
  await delay(500)
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      await stopProcess(proxy, 'SIGTERM', 5000)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Two API processes behind HAProxy against one; the two cores are shared with the database and the load generator. */
export const twoApis: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.neighbourAssets)
  const second = await product.addApi()
  const one = await balanced([product.address])
  const two = await balanced([product.address, second])
  try {
    const measurements = []
    for (const [name, path] of Object.entries(paths)) {
      const ask = (address: string) => load(address, path, product.headers, effort)
      const perSecond = (found: { perSecond: number }) => found.perSecond
      const best = await compare(
        effort.rounds,
        () => ask(one.address),
        () => ask(two.address),
        { bare: perSecond, api: perSecond },
      )
      const { perSecond: api, p50, p99 } = best.api
      measurements.push({ name, bare: best.bare.perSecond, api, p50, p99, limit: 0.8 })
    }
    return measurements
  } finally {
    await Promise.all([one.stop(), two.stop()])
    await product.stop()
  }
}
