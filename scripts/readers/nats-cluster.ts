import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderNode } from '../ha/render.ts'
import { answersAt, eventually, freePort, startGuarded, stopProcess } from '../processes.ts'
import { findNats } from './nats.ts'

const numbers = [1, 2, 3] as const
const password = 'of-the-cluster'

type Ports = { client: number; monitor: number; route: number }

/** Settings shared by the three nodes: addresses of this machine. */
const settingsOf = (ports: Ports[]) =>
  Object.fromEntries([
    ['NATS_PASSWORD', password],
    ...ports.flatMap(({ client, monitor, route }, at) => [
      [`HOST_${at + 1}`, '127.0.0.1'],
      [`NATS_PORT_${at + 1}`, `${client}`],
      [`NATS_MONITOR_PORT_${at + 1}`, `${monitor}`],
      [`NATS_ROUTE_PORT_${at + 1}`, `${route}`],
    ]),
  ])

export type ClusterNode = {
  name: string
  monitor: string
  /** The folder with all of its data. */
  store: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Stops responding with all connections open. */
  freeze(): void
  thaw(): void
}

function newNode(binary: string, number: number, dir: string, { monitor }: Ports): ClusterNode {
  const address = `http://127.0.0.1:${monitor}`
  let server: ChildProcess | undefined
  return {
    ...{ name: `node-${number}`, monitor: address, store: join(dir, 'store') },
    async start() {
      server = startGuarded(binary, ['-c', join(dir, 'nats.conf'), '-l', join(dir, 'nats.log')], {
        ...{ onOrphaned: 'TERM', cwd: dir, stdio: 'ignore' },
      })
      await eventually(() => answersAt(`${address}/varz`), 30_000, 50)
    },
    kill: async () => void (server && (await stopProcess(server, 'SIGKILL', 10_000))),
    async stop() {
      server?.kill('SIGCONT')
      if (server !== undefined) await stopProcess(server, 'SIGTERM', 10_000)
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  }
}

type StreamInfo = { name: string; cluster?: { leader?: string } }
type Jsz = { account_details?: { stream_detail?: StreamInfo[] }[] }

/** The leader of the first stream, as far as this node knows. */
async function leaderAt({ monitor }: ClusterNode): Promise<string | undefined> {
  const answer = await fetch(`${monitor}/jsz?streams=true`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  )
  const told = answer?.ok === true ? ((await answer.json()) as Jsz) : undefined
  return told?.account_details?.[0]?.stream_detail?.[0]?.cluster?.leader
}

/**
 * The NATS cluster of ops/ha: three nodes on this machine; `mount` may mount a separate disk below the store
 * of each.
 */
export async function newCluster(mount?: (store: string) => Promise<void>) {
  const binary = await findNats()
  if (binary === null) throw new Error('There is no nats-server on the path, and none could be fetched')
  const dir = await mkdtemp(join(tmpdir(), 'ats-cluster-'))
  const ports: Ports[] = []
  for (const _ of numbers)
    ports.push({ client: await freePort(), monitor: await freePort(), route: await freePort() })
  const nodes = await Promise.all(
    numbers.map(async (number, index) => {
      const own = join(dir, `${number}`)
      const settings = { ...settingsOf(ports), NODE: `${number}`, NATS_DIR: join(own, 'store') }
      await mkdir(join(own, 'store'), { recursive: true })
      await renderNode(settings, own, ['nats.conf'])
      await mount?.(join(own, 'store'))
      return newNode(binary, number, own, ports[index] ?? { client: 0, monitor: 0, route: 0 })
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const isWhole = async () =>
    (await Promise.all(nodes.map(({ monitor }) => answersAt(`${monitor}/healthz`)))).every(Boolean)
  await eventually(isWhole, 60_000, 200)
  return {
    nodes,
    isWhole,
    url: ports.map(({ client }) => `nats://ats:${password}@127.0.0.1:${client}`).join(','),
    monitor: nodes.map(({ monitor }) => monitor).join(','),
    async leader(): Promise<ClusterNode> {
      let found: ClusterNode | undefined
      await eventually(
        async () => {
          const names = await Promise.all(nodes.map(leaderAt))
          found = nodes.find(({ name }) => names.every((one) => one === name))
          return found !== undefined
        },
        30_000,
        200,
      )
      if (found === undefined) throw new Error('The nodes do not agree on who leads')
      return found
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
