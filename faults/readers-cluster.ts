import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../scripts/processes.ts'
import { newCluster } from '../scripts/readers/nats-cluster.ts'
import type { Fault } from './ledger.ts'
import { inSeconds, type Site, underLoad } from './reader-load.ts'

const rounds = Number(process.env.READERS_ROUNDS ?? 3)
const cutMs = Number(process.env.READERS_CUT_SECONDS ?? 20) * 1000
const calmMs = 3000

type Cluster = Awaited<ReturnType<typeof newCluster>>

/**
 * Killed with -9; the gateway is restarted while the node is down, because two of three nodes must be enough
 * for that too.
 */
async function killLeader(cluster: Cluster, site: Site, isLast: boolean) {
  const leader = await cluster.leader()
  const gap = await site.gapDuring(async () => {
    await leader.kill()
    await delay(calmMs)
    if (isLast) await site.gateway.kill().then(site.gateway.start)
  })
  site.say(
    `${leader.name} led and was killed${isLast ? ', the gateway with it' : ''}: ${inSeconds(gap)} without an acknowledgement`,
  )
  await leader.start()
  if (!(await eventually(cluster.isWhole, 60_000, 500)))
    site.problems.push(`${leader.name} did not come back`)
}

/** A node that does not respond while its connections stay open, so the others get no signal that it is gone. */
async function cutOff(cluster: Cluster, site: Site, whose: 'leader' | 'follower') {
  const leader = await cluster.leader()
  const node = whose === 'leader' ? leader : (cluster.nodes.find((one) => one !== leader) ?? leader)
  const gap = await site.gapDuring(async () => {
    node.freeze()
    await delay(cutMs)
    node.thaw()
  })
  site.say(
    `${node.name}, a ${whose}, was cut off for ${inSeconds(cutMs)}: ${inSeconds(gap)} without an acknowledgement`,
  )
  if (!(await eventually(cluster.isWhole, 60_000, 500))) site.problems.push(`${node.name} did not catch up`)
}

/**
 * Three nodes, and each message is on two disks before it is acknowledged: the leader is killed, and nodes
 * are cut off.
 */
export const readersCluster: Fault = async (context) => {
  const cluster = await newCluster()
  return underLoad(
    cluster,
    context,
    async (site) => {
      for (let round = 1; round <= rounds; round += 1) {
        await delay(calmMs)
        await killLeader(cluster, site, round === rounds)
        await delay(calmMs)
        await cutOff(cluster, site, round % 2 === 1 ? 'leader' : 'follower')
      }
      await delay(calmMs)
    },
    { NATS_REPLICAS: '3' },
  )
}
