import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDatabase, onDatabase } from '../scripts/databases.ts'
import { startNats } from '../scripts/nats.ts'
import { type Postgres, startPostgres } from '../scripts/postgres.ts'
import { eventually, run } from '../scripts/processes.ts'
import { addReaders, newOffice, type OfficeReader } from '../scripts/reader-office.ts'
import { makes, type Sighting } from '../scripts/reader-payloads.ts'
import { type Gateway, senderOf } from '../scripts/reader-sender.ts'
import { root } from '../scripts/sources.ts'
import type { Fault, Ledger } from './ledger.ts'

/** In CI every process is killed once under a lighter load; READERS_KILLS says otherwise. */
const isShort = process.env.CI !== undefined
export const count = Number(process.env.READERS_COUNT ?? (isShort ? 8 : 50))
export const rate = Number(process.env.READERS_RATE ?? (isShort ? 50 : 200))
const killsEach = Number(process.env.READERS_KILLS ?? (isShort ? 1 : 10))
const database = 'readers'
const dayMs = 86_400_000
const calmMs = 1500

export type Sent = { acked: number; future: number; tries: number }
type Load = { random: () => number; gateway: Gateway; isOver: () => boolean; sent: Sent }

let made = 0
/** Every read has a tag of its own, so that each can be found again. */
const freshTag = () => {
  made += 1
  return `E2FA${made.toString(16).toUpperCase().padStart(20, '0')}`
}

/** One message in twenty is three days late, one in fifty from a clock that is a day ahead; all are out of order. */
function messageOf({ random }: Load, size: number) {
  const luck = random()
  const shift = luck < 0.05 ? -3 * dayMs : luck < 0.07 ? dayMs : 0
  const seen = Array.from(
    { length: size },
    (_, n): Sighting => ({
      ...{ tag: freshTag(), antenna: 1 + (n % 4), rssi: -50 },
      at: new Date(Date.now() + shift - Math.floor(random() * 1000)).toISOString(),
    }),
  )
  return { seen, isFuture: shift > 0 }
}

/** Sends what a reader sees each second until it is acknowledged; one message in five again by the other way. */
export async function play(load: Load, reader: OfficeReader) {
  const { random, gateway, isOver, sent } = load
  const other = reader.by === 'mqtt' ? ('http' as const) : ('mqtt' as const)
  const send = senderOf(reader, gateway, isOver)
  const sendOther = senderOf({ ...reader, by: other }, gateway, isOver)
  while (!isOver()) {
    const due = Date.now() + 1000
    const { seen, isFuture } = messageOf(load, rate)
    const payload = JSON.stringify(makes[reader.make].payload(seen))
    sent.tries += 1
    const isAcked = await send(payload)
    if (isAcked) sent.acked += seen.length
    if (isAcked && isFuture) sent.future += seen.length
    if (isAcked && random() < 0.2) await sendOther(payload)
    if (random() < 0.02) await sendOther('{"poison":')
    await delay(Math.max(0, due - Date.now()))
  }
}

type Counted = { stored: number; tags: number; letters: number; poison: number }

export async function countStored(url: string): Promise<Counted> {
  const [row] = await onDatabase<Counted>(
    url,
    `select count(*)::int as stored, count(distinct tag)::int as tags,
      (select coalesce(sum((select count(*) from regexp_matches(upper(payload), 'E2FA[0-9A-F]{20}', 'g'))), 0)::int
        from dead_letters where reason = 'future') as letters,
      (select count(*)::int from dead_letters where reason = 'unreadable') as poison
    from tag_reads`,
  )
  return row ?? { stored: 0, tags: 0, letters: 0, poison: 0 }
}

/** Everything that was acknowledged is stored, each read once; reads of the future are kept aside. */
function compare({ acked }: Sent, { stored, tags, letters }: Counted): Ledger {
  const duplicated = stored - tags
  return {
    acked,
    stored: stored + letters,
    lost: Math.max(0, acked - stored - letters),
    duplicated,
    problems: [],
  }
}

type Victim = 'gateway' | 'writer' | 'log' | 'database'

const inRandomOrder = (random: () => number): Victim[] =>
  (['gateway', 'writer', 'log', 'database'] as const)
    .flatMap((victim) => Array.from({ length: killsEach }, () => ({ victim, key: random() })))
    .toSorted((a, b) => a.key - b.key)
    .map(({ victim }) => victim)

/** Kills each in turn, and answers how long it took each time until something was acknowledged again. */
async function killAll(killed: Record<Victim, () => Promise<void>>, { random, sent }: Load) {
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
  return recoveries
}

export async function isWritten(url: string, { acked }: Sent) {
  const { stored, letters } = await countStored(url).catch(() => ({ stored: 0, letters: 0 }))
  return stored + letters >= acked
}

/** A database with readers, a log and an office; nothing of it runs yet but the servers. */
async function prepare(postgres: Postgres, logDir: string, dataDir: string) {
  const nats = await startNats({ dir: logDir })
  const url = postgres.url(database)
  await ensureDatabase(postgres.url(), database)
  const env = { ...process.env, DATABASE_URL: url }
  await run(process.execPath, ['server/src/main.ts', 'migrate'], { cwd: root, env })
  const people = await addReaders(url, count)
  const office = await newOffice({ databaseUrl: url, natsUrl: nats.url, monitor: nats.monitor, dataDir })
  return { nats, url, people, office }
}

/** Readers of all makes send by MQTT and webhook, while each process is killed -9 at random and started again. */
export const readers: Fault = async ({ random, say }) => {
  let postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-readers-'))
  const logDir = await mkdtemp(join(tmpdir(), 'ats-faults-log-'))
  const { url, people, office, ...prepared } = await prepare(postgres, logDir, dataDir)
  let { nats } = prepared
  const sent: Sent = { acked: 0, future: 0, tries: 0 }
  let isOver = false
  try {
    await Promise.all([office.gateway.start(), office.writer.start()])
    const load = { random, gateway: office.addresses, isOver: () => isOver, sent }
    const began = Date.now()
    const playing = people.map((reader) => play(load, reader))
    const killed: Record<Victim, () => Promise<void>> = {
      gateway: () => office.gateway.kill().then(office.gateway.start),
      writer: () => office.writer.kill().then(office.writer.start),
      log: async () => {
        await nats.kill()
        nats = await startNats({
          dir: logDir,
          port: nats.port,
          monitorPort: Number(new URL(nats.monitor).port),
        })
      },
      database: async () => {
        await postgres.kill()
        postgres = await startPostgres({ dir: postgres.dir, port: postgres.port })
      },
    }
    const recoveries = await killAll(killed, load)
    isOver = true
    await Promise.all(playing)
    const seconds = (Date.now() - began) / 1000
    const draining = Date.now()
    await eventually(() => isWritten(url, sent), 120_000, 500)
    const kept = await countStored(url)
    say(
      `${count} readers, ${sent.acked} reads acknowledged in ${seconds.toFixed(0)} s, ${recoveries.length} kills`,
    )
    say(
      `${sent.future} reads from the future, ${kept.letters} of them kept aside; ${kept.poison} poison messages kept`,
    )
    say(
      `acknowledged again after a kill at the latest ${(Math.max(0, ...recoveries) / 1000).toFixed(1)} s, restart included`,
    )
    say(`all written ${((Date.now() - draining) / 1000).toFixed(1)} s after the last read`)
    return compare(sent, kept)
  } finally {
    isOver = true
    await Promise.all([office.gateway.stop(), office.writer.stop()])
    await nats.stop()
    await postgres.stop()
    for (const dir of [dataDir, logDir]) await rm(dir, { recursive: true, force: true })
  }
}
