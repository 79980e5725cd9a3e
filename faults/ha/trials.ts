import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, isWhole, type Node } from '../../scripts/ha/cluster.ts'
import { type HaProduct, isReady } from '../../scripts/ha/product.ts'
import { endPostmaster, type Service } from '../../scripts/ha/service.ts'
import { answersAt, eventually } from '../../scripts/processes.ts'
import { fillDisk, type newAround } from './around.ts'

/** A cluster under load; a fault that breaks single parts breaks another one in each `round`. */
export type Context = {
  cluster: Cluster
  product: HaProduct
  round: number
  problems: string[]
  say: (text: string) => void
}

/** With links and disks that can be broken too. */
export type Breakable = Context & { chaos: ReturnType<typeof newAround> }

/** A request may be cut off only if its API server is killed. */
export type Trial = {
  cutsCalls: boolean
  isPossible?(context: Context): boolean
  run(context: Breakable): Promise<void>
}

const mostMsToLead = 120_000
const mostMsToBeWhole = 180_000
/** Longer than the ttl of the leader's key. */
const withoutEtcdMs = 25_000
const fullMs = 20_000

export async function leaderOf({ cluster }: Context): Promise<Node> {
  let found: Node | undefined
  await eventually(
    async () => {
      found = await cluster.leader()
      return found !== undefined
    },
    30_000,
    200,
  )
  if (found === undefined) throw new Error('There is no leader')
  return found
}

async function untilAnotherLeads(context: Context, former: Node, withinMs = mostMsToLead): Promise<boolean> {
  const isLed = async () => {
    const leader = await context.cluster.leader()
    return leader !== undefined && leader.number !== former.number
  }
  return eventually(isLed, withinMs, 200)
}

async function mustBecome(context: Context, what: string, condition: () => Promise<boolean>) {
  if (!(await eventually(condition, mostMsToBeWhole, 500)))
    context.problems.push(`${what}: it did not come back`)
}

export async function killLeader(context: Context) {
  const leader = await leaderOf(context)
  await leader.patroni.kill()
  await endPostmaster(leader.dataDir, 'SIGKILL')
  if (!(await untilAnotherLeads(context, leader)))
    context.problems.push('nobody took over from a killed leader')
  await delay(3000)
  leader.patroni.start()
}

async function partitionLeader(context: Breakable) {
  const leader = await leaderOf(context)
  await context.chaos.cut(leader.number, leader.patroni.pid())
  if (!(await untilAnotherLeads(context, leader)))
    context.problems.push('nobody took over from a lost leader')
  await delay(5000)
  await context.chaos.heal(leader.number)
}

async function loseEtcd({ cluster, round }: Context) {
  const lost = cluster.nodes.filter(({ number }) => number - 1 !== round % cluster.nodes.length)
  await Promise.all(lost.map(({ etcd }) => etcd.kill()))
  await delay(withoutEtcdMs)
  for (const { etcd } of lost) etcd.start()
}

const killOne = (services: (context: Context) => Service[], awayMs: number) => async (context: Context) => {
  const all = services(context)
  const victim = all[context.round % all.length]
  if (victim === undefined) return
  await victim.kill()
  await delay(awayMs)
  victim.start()
}

async function fillLeadersDisk(context: Context) {
  const leader = await leaderOf(context)
  const free = await fillDisk(dirname(leader.dataDir))
  const isReplaced = await untilAnotherLeads(context, leader, fullMs)
  context.say(
    isReplaced ? 'another took over while the disk was full' : 'the leader stayed while its disk was full',
  )
  await free()
  if (!leader.patroni.isRunning()) leader.patroni.start()
}

export const trials: Record<string, Trial> = {
  'leader killed': { cutsCalls: false, run: killLeader },
  'leader partitioned': { cutsCalls: false, run: partitionLeader },
  'etcd majority lost': { cutsCalls: false, run: loseEtcd },
  'PgBouncer killed': {
    cutsCalls: false,
    isPossible: ({ cluster }) => cluster.pools.length > 0,
    run: killOne(({ cluster }) => cluster.pools.map(({ service }) => service), 5000),
  },
  'api killed': { cutsCalls: true, run: killOne(({ product }) => product.apis, 3000) },
  'NATS node killed': {
    cutsCalls: false,
    run: killOne(({ cluster }) => cluster.nodes.map(({ nats }) => nats), 5000),
  },
  'disk full': { cutsCalls: false, run: fillLeadersDisk },
}

const isHealthy = (monitor: string) => answersAt(`${monitor}/healthz`)

/** Waits until three PostgreSQL servers, the started NATS servers and both API servers run again. */
export async function untilWhole(context: Context, what: string) {
  const { cluster, product } = context
  await mustBecome(context, what, () => isWhole(cluster))
  const { shared } = cluster
  const apis = [1, 2].map((number) => `http://127.0.0.1:${shared[`API_PORT_${number}`]}`)
  const areReady = async () => (await Promise.all([product.address, ...apis].map(isReady))).every(Boolean)
  await mustBecome(context, `${what}, the api`, areReady)
  const started = cluster.nodes.filter(({ nats }) => nats.isRunning())
  const monitors = started.map(({ number }) => `http://127.0.0.1:${shared[`NATS_MONITOR_PORT_${number}`]}`)
  const areHealthy = async () => (await Promise.all(monitors.map(isHealthy))).every(Boolean)
  await mustBecome(context, `${what}, the log`, areHealthy)
}
