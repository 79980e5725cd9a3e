import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../scripts/processes.ts'
import { type ClusterNode, newCluster } from '../scripts/readers/nats-cluster.ts'
import { openLog, stream, writerConsumer } from '../server/src/kernel/log/log.ts'
import { cutBlock, type Damage, flipBit } from './damage.ts'
import { newDisks } from './disks.ts'
import type { Fault, Ledger } from './ledger.ts'
import { inSeconds, type Site, underLoad } from './reader-load.ts'

/** How long the writer is stopped: only messages waiting in the stream can be lost with a node. */
const waitingMs = Number(process.env.READERS_WAITING_SECONDS ?? 8) * 1000
const calmMs = 3000
const mostMsToBeWhole = 60_000

type Cluster = Awaited<ReturnType<typeof newCluster>>
type Round = (cluster: Cluster, site: Site, disks: ReturnType<typeof newDisks>) => Promise<void>

/** The worst case: this node delivers from its own files, because it leads the stream and the consumer. */
async function makeLeader(cluster: Cluster, { name }: ClusterNode): Promise<boolean> {
  const log = await openLog({ servers: cluster.url.split(',') }, 'faults')
  const stepDown = (what: string) =>
    log.connection
      .request(`$JS.API.${what}`, JSON.stringify({ placement: { preferred: name } }), { timeout: 5000 })
      .catch(() => undefined)
  const leads = async () => {
    const ofStream = await log.manager.streams.info(stream)
    if (ofStream.cluster?.leader !== name) await stepDown(`STREAM.LEADER.STEPDOWN.${stream}`)
    const ofConsumer = await log.manager.consumers.info(stream, writerConsumer)
    if (ofConsumer.cluster?.leader !== name)
      await stepDown(`CONSUMER.LEADER.STEPDOWN.${stream}.${writerConsumer}`)
    return ofStream.cluster?.leader === name && ofConsumer.cluster?.leader === name
  }
  try {
    return await eventually(() => leads().catch(() => false), 30_000, 1000)
  } finally {
    await log.close()
  }
}

async function mustBeWhole(cluster: Cluster, site: Site, what: string) {
  const began = Date.now()
  if (!(await eventually(cluster.isWhole, mostMsToBeWhole, 200)))
    site.problems.push(`${what} did not recover`)
  return inSeconds(Date.now() - began)
}

const skippedIn = async ({ writer }: Site) => {
  const text = await fetch(`${writer.metrics}/metrics`).then((response) => response.text())
  const of = (outcome: string) =>
    new RegExp(`ats_writer_skipped_messages_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]
  return `the writer found ${of('found')} messages on other nodes that were not delivered, ${of('lost')} not`
}

/** One of the two other nodes leads, and the second has all of its data. */
async function othersAgree({ url }: Cluster, { name }: ClusterNode): Promise<boolean> {
  const log = await openLog({ servers: url.split(',') }, 'faults')
  try {
    const { cluster } = await log.manager.streams.info(stream)
    const others = (cluster?.replicas ?? []).filter((one) => one.name !== name)
    return cluster?.leader !== undefined && cluster.leader !== name && others.every(({ current }) => current)
  } catch {
    return false
  } finally {
    await log.close()
  }
}

/** The procedure of docs/run/runbook.md for a node whose disk returned wrong data. */
async function replaceStore(cluster: Cluster, site: Site, node: ClusterNode) {
  await node.stop()
  // An empty node votes for any candidate: the two others must agree before it may return.
  if (!(await eventually(() => othersAgree(cluster, node), mostMsToBeWhole, 500)))
    site.problems.push(`nobody leads without ${node.name}`)
  for (const name of await readdir(node.store))
    await rm(join(node.store, name), { recursive: true, force: true, maxRetries: 5 })
  await node.start()
  site.say(`${node.name} with an empty store: current after ${await mustBeWhole(cluster, site, node.name)}`)
}

const damaged =
  (damage: Damage, stopped: 'in order' | 'by kill -9'): Round =>
  async (cluster, site) => {
    await delay(calmMs)
    await site.writer.stop()
    await delay(waitingMs)
    const leader = await cluster.leader()
    const node = cluster.nodes.find((one) => one !== leader) ?? leader
    await (stopped === 'in order' ? node.stop() : node.kill())
    const what = await damage(node, site.random)
    await delay(calmMs)
    await node.start()
    const whole = await mustBeWhole(cluster, site, node.name)
    const role = (await makeLeader(cluster, node)) ? 'made leader' : 'did not become leader'
    await site.writer.start()
    const written = await site.written(60_000)
    site.say(`${node.name} stopped ${stopped}, ${what}: healthy after ${whole}, ${role}`)
    site.say(`${await skippedIn(site)}; all written after ${inSeconds(written)}`)
    await replaceStore(cluster, site, node)
    await delay(calmMs)
  }

/**
 * Cuts the power of all three nodes at the same time, while messages wait. Data written but not synced must
 * be gone afterwards.
 */
const powerCut: Round = async (cluster, site, disks) => {
  await delay(calmMs)
  await site.writer.stop()
  await delay(waitingMs)
  const probes = cluster.nodes.map(({ store }) => join(store, 'never-synced'))
  await Promise.all(probes.map((probe) => writeFile(probe, 'written')))
  for (const node of cluster.nodes) node.freeze()
  const at = Date.now()
  await disks.cutPower(() => Promise.all(cluster.nodes.map((node) => node.kill())))
  const sizes = await Promise.all(
    probes.map((probe) =>
      stat(probe).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  if (sizes.some((size) => size > 0)) site.problems.push('the power cut kept what was never synced')
  await Promise.all(cluster.nodes.map((node) => node.start()))
  await mustBeWhole(cluster, site, 'the log')
  await site.writer.start()
  const written = await site.written(60_000)
  site.say(`all three nodes lost power, back after ${inSeconds(Date.now() - at - written)}`)
  site.say(`${await skippedIn(site)}; all written after ${inSeconds(written)}`)
  await delay(calmMs)
}

const rounds: Record<string, Round> = {
  'a flipped bit': damaged(flipBit, 'in order'),
  'a flipped bit after kill -9': damaged(flipBit, 'by kill -9'),
  'a cut block': damaged(cutBlock, 'in order'),
  'a cut block after kill -9': damaged(cutBlock, 'by kill -9'),
  'a power cut': powerCut,
}

const figures = ({ acked, stored, lost, duplicated }: Ledger) =>
  `acked=${acked} stored=${stored} lost=${lost} duplicated=${duplicated}`

/** Three nodes, a new cluster in each round: the file of one node is damaged, or all three lose power. */
export const readersCorruption: Fault = async (context) => {
  const all: Ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] }
  for (const [name, round] of Object.entries(rounds)) {
    const disks = newDisks()
    const cluster = await newCluster(round === powerCut ? disks.mount : undefined)
    const stop = async () => {
      await Promise.all(cluster.nodes.map((node) => node.stop()))
      await disks.end()
      await cluster.stop()
    }
    const work = (site: Site) => round(cluster, site, disks)
    const ledger = await underLoad({ ...cluster, stop }, context, work, { NATS_REPLICAS: '3' })
    context.say(`${name}: ${figures(ledger)}`)
    all.acked += ledger.acked
    all.stored += ledger.stored
    all.lost += ledger.lost
    all.duplicated += ledger.duplicated
    all.problems.push(...ledger.problems)
  }
  return all
}
