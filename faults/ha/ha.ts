import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, startCluster } from '../../scripts/ha/cluster.ts'
import { type HaProduct, startHaProduct } from '../../scripts/ha/product.ts'
import { eventually } from '../../scripts/processes.ts'
import { addReaders, newOffice } from '../../scripts/readers/reader-office.ts'
import type { Fault } from '../ledger.ts'
import { admit, type Calls, startPeople } from '../people.ts'
import { count, countStored, isWritten, nothingSent, play, rate, type Sent } from '../reader-load.ts'
import { storedWrites } from '../writes.ts'
import { newAround } from './around.ts'
import { openListeners } from './listeners.ts'
import { type Breakable, type Context, trials, untilWhole } from './trials.ts'

const rounds = Number(process.env.HA_ROUNDS ?? 10)
const people = Number(process.env.HA_PEOPLE ?? 50)
const only = process.env.HA_FAULTS?.split(',')
const firstPort = Number(process.env.HA_PORT ?? 22_000)
const calmMs = 2000
const streams = 10
const mostMsToWrite = 600_000

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The longest time during which each of these counts did not change. */
function watchGaps(counts: Record<string, () => number>) {
  const gaps = Object.entries(counts).map(([name, now]) => ({
    name,
    now,
    last: now(),
    since: Date.now(),
    longest: 0,
  }))
  const look = () => {
    for (const gap of gaps) {
      gap.longest = Math.max(gap.longest, Date.now() - gap.since)
      if (gap.now() === gap.last) continue
      gap.last = gap.now()
      gap.since = Date.now()
    }
  }
  const timer = setInterval(look, 20)
  return {
    restart() {
      for (const gap of gaps) Object.assign(gap, { longest: 0, since: Date.now() })
    },
    longest: (name: string) => gaps.find((gap) => gap.name === name)?.longest ?? 0,
    end: () => clearInterval(timer),
  }
}

type Load = { people: ReturnType<typeof startPeople>; sent: Sent }

async function tryAll(context: Breakable, { people, sent }: Load) {
  const gaps = watchGaps({ writes: () => people.calls.acked.size, reads: () => sent.acked })
  for (const [name, { cutsCalls, isPossible, run }] of Object.entries(trials)) {
    if (only !== undefined && !only.includes(name)) continue
    if (isPossible?.(context) === false) {
      context.say(`${name}: not possible here`)
      continue
    }
    const before = { ...people.calls, acked: people.calls.acked.size, reads: sent.acked }
    const slowest = { writes: 0, reads: 0, whole: 0 }
    for (context.round = 0; context.round < rounds; context.round += 1) {
      gaps.restart()
      people.during({ name, cutsCalls })
      const began = Date.now()
      await run(context)
      await untilWhole(context, name)
      slowest.whole = Math.max(slowest.whole, Date.now() - began)
      await delay(calmMs)
      people.during({ name: 'calm', cutsCalls: false })
      slowest.writes = Math.max(slowest.writes, gaps.longest('writes'))
      slowest.reads = Math.max(slowest.reads, gaps.longest('reads'))
    }
    const { acked, ok, refused, cut } = people.calls
    context.say(
      `${name}, ${rounds} rounds: ${acked.size - before.acked} writes and ${sent.acked - before.reads} reads acked, ` +
        `${ok - before.ok} calls answered, ${refused - before.refused} refused with 503, ${cut - before.cut} cut off; ` +
        `longest without an acked write ${seconds(slowest.writes)}, without an acked read ${seconds(slowest.reads)}; ` +
        `everything back after ${seconds(slowest.whole)} at most`,
    )
  }
  gaps.end()
}

/** Gateway and writer on NATS with three nodes, and readers that send until they are stopped. */
async function startReaders(cluster: Cluster, product: HaProduct, dir: string, random: () => number) {
  const { shared } = cluster
  const ports = (name: string) => [1, 2, 3].map((number) => shared[`${name}_${number}`])
  const servers = ports('NATS_PORT').map((port) => `nats://ats:${shared.NATS_PASSWORD}@127.0.0.1:${port}`)
  const monitors = ports('NATS_MONITOR_PORT').map((port) => `http://127.0.0.1:${port}`)
  const office = await newOffice({
    ...{ databaseUrl: product.appUrl, natsUrl: servers.join(), monitor: monitors.join() },
    ...{ dataDir: join(dir, 'files'), more: { NATS_REPLICAS: '3' } },
  })
  const readers = await addReaders(product.ownerUrl, count)
  await Promise.all([office.gateway.start(), office.writer.start()])
  const sent = nothingSent()
  const state = { isOver: false }
  const load = { random, gateway: office.addresses, isOver: () => state.isOver, sent }
  const playing = readers.map((reader) => play(load, reader))
  return {
    sent,
    async finish() {
      state.isOver = true
      await Promise.all(playing)
    },
    async end() {
      state.isOver = true
      await Promise.all([office.gateway.stop(), office.writer.stop()])
    },
  }
}

async function compare({ product, problems, say }: Context, calls: Calls, sent: Sent) {
  const draining = Date.now()
  await eventually(() => isWritten(product.ownerUrl, sent.acked), mostMsToWrite, 3000)
  const reads = await countStored(product.ownerUrl)
  say(`all reads written ${seconds(Date.now() - draining)} after the last`)
  const counts = await storedWrites(product.ownerUrl)
  const acked = [...calls.acked]
  const writes = acked.filter((key) => counts.record.has(key) && counts.line.has(key)).length
  const doubled = [...calls.sent].filter(
    (key) => (counts.record.get(key) ?? 0) > 1 || (counts.line.get(key) ?? 0) > 1,
  ).length
  const lostReads = Math.max(0, sent.acked - reads.stored - reads.letters)
  const doubledReads = reads.stored - reads.tags
  say(
    `writes: ${acked.length} acked, ${acked.length - writes} lost, ${doubled} duplicated; slowest answer ${calls.slowestMs} ms`,
  )
  say(`reads: ${sent.acked} acked, ${lostReads} lost, ${doubledReads} duplicated`)
  for (const [what, times] of calls.strange) problems.push(`${times} times: ${what}`)
  const dead = [...product.apis, ...product.workers].filter(({ deaths }) => deaths() > 0)
  for (const { name, lastWords } of dead) problems.push(`${name} died\n${await lastWords()}`)
  return {
    ...{ acked: acked.length + sent.acked, stored: writes + sent.acked - lostReads },
    ...{ lost: acked.length - writes + lostReads, duplicated: doubled + doubledReads, problems },
  }
}

/** People and readers work while every part of the highly available set-up fails in turn, each in many rounds. */
export const highlyAvailable: Fault = async ({ random, say }) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-ha-'))
  const chaos = newAround(dir, firstPort + 1000)
  const ends: (() => Promise<void>)[] = [() => rm(dir, { recursive: true, force: true }), () => chaos.end()]
  try {
    const began = Date.now()
    const cluster = await startCluster({ dir, firstPort, say, around: chaos.around })
    ends.push(() => cluster.stop())
    const product = await startHaProduct({ cluster, dir, assets: 0, withWeb: false })
    ends.push(() => product.stop())
    const readers = await startReaders(cluster, product, dir, random)
    ends.push(() => readers.end())
    const sessions = await admit(product.ownerUrl, people)
    const listeners = await openListeners(product.address, product.ownerUrl, sessions.slice(0, streams))
    ends.push(async () => listeners.end())
    const load = startPeople(product.address, sessions, random)
    ends.push(() => load.stop())
    say(`up in ${seconds(Date.now() - began)}: ${people} people, ${count} readers of ${rate} reads a second`)
    await delay(2 * calmMs)
    const context: Breakable = { cluster, product, chaos, round: 0, problems: [], say }
    await tryAll(context, { people: load, sent: readers.sent })
    await load.stop()
    await listeners.compare(context)
    await readers.finish()
    return await compare(context, load.calls, readers.sent)
  } finally {
    if (process.env.HA_KEEP !== undefined) await delay(Number(process.env.HA_KEEP) * 1000)
    for (const end of ends.reverse()) await end().catch((error: unknown) => say(`${error}`))
  }
}
