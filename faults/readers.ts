import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../scripts/processes.ts'
import { type Nats, startNats } from '../scripts/readers/nats.ts'
import type { Fault } from './ledger.ts'
import { inSeconds, type Site, underLoad } from './reader-load.ts'

/** In CI every process is killed once; READERS_KILLS overrides it. */
const killsEach = Number(process.env.READERS_KILLS ?? (process.env.CI === undefined ? 10 : 1))
const calmMs = 1500

const victims = ['gateway', 'writer', 'log', 'database'] as const
type Victim = (typeof victims)[number]

const inRandomOrder = (random: () => number): Victim[] =>
  victims
    .flatMap((victim) => Array.from({ length: killsEach }, () => ({ victim, key: random() })))
    .toSorted((a, b) => a.key - b.key)
    .map(({ victim }) => victim)

/** Kills each process in turn, and reports how long it took until a read was acknowledged again. */
async function killAll({ random, sent, say }: Site, killed: Record<Victim, () => Promise<void>>) {
  const recoveries: number[] = []
  for (const victim of inRandomOrder(random)) {
    await delay(calmMs + random() * calmMs)
    const at = Date.now()
    await killed[victim]()
    const before = sent.acked
    await eventually(() => sent.acked > before, 60_000, 20)
    recoveries.push(Date.now() - at)
  }
  await delay(calmMs)
  const slowest = inSeconds(Math.max(0, ...recoveries))
  say(`${recoveries.length} kills; acknowledged again after one at the latest ${slowest}, restart included`)
}

/** Readers of all makes send by MQTT and webhook, while each process is killed with -9 at random and started again. */
export const readers: Fault = async (context) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-log-'))
  let nats: Nats = await startNats({ dir })
  const monitorPort = Number(new URL(nats.monitor).port)
  const log = { url: nats.url, monitor: nats.monitor, stop: () => nats.stop() }
  try {
    return await underLoad(log, context, (site) =>
      killAll(site, {
        gateway: () => site.gateway.kill().then(site.gateway.start),
        writer: () => site.writer.kill().then(site.writer.start),
        log: async () => {
          await nats.kill()
          nats = await startNats({ dir, port: nats.port, monitorPort })
        },
        database: () => site.postgres.kill().then(site.postgres.start),
      }),
    )
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
