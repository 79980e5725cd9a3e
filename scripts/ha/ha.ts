import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStack, sayReady } from '../demo/stack.ts'
import { webIsStale } from '../web-build.ts'
import { startCluster } from './cluster.ts'
import { startHaProduct } from './product.ts'

const say = (text: string) => console.error(text)
const firstPort = Number(process.env.HA_PORT ?? 21_000)
const assets = Number(process.env.DEMO_ASSETS ?? 500)

/** The highly available shape of docs/run/high-availability.md on this machine, from nothing each time. */
await runStack(async (stack) => {
  if (webIsStale()) await stack.finish('the build of the web app', ['web/build.ts'], {})
  // Not below the home of the caller: the servers run as another user.
  const dir = await mkdtemp(join(tmpdir(), 'ats-ha-'))
  stack.addStop(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  const cluster = await startCluster({ dir, firstPort, say })
  stack.addStop(() => cluster.stop())
  const product = await startHaProduct({ cluster, dir, assets, withWeb: true })
  stack.addStop(() => product.stop())
  const { nodes, pools, haproxy } = cluster
  const engines = [...nodes.flatMap(({ etcd, patroni, nats }) => [etcd, patroni, nats]), haproxy]
  const services = [...engines, ...pools.map(({ service }) => service), ...product.apis, ...product.workers]
  for (const { name, pid } of services) say(`${name} is process ${pid()}`)
  for (const { name, role } of await cluster.members()) say(`${name} is ${role}`)
  say(`the primary is at port ${cluster.shared.PRIMARY_PORT}; logs are in ${dir}`)
  sayReady(product.address)
})
