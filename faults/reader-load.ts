import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDatabase, onDatabase } from '../scripts/postgres/databases.ts'
import { startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, run } from '../scripts/processes.ts'
import { addReaders, newOffice, type OfficeReader } from '../scripts/readers/reader-office.ts'
import { makes, type Sighting } from '../scripts/readers/reader-payloads.ts'
import { type Gateway, senderOf } from '../scripts/readers/reader-sender.ts'
import { root } from '../scripts/sources.ts'
import type { Fault, Ledger } from './ledger.ts'

/** In CI a lighter load. */
const isShort = process.env.CI !== undefined
export const count = Number(process.env.READERS_COUNT ?? (isShort ? 8 : 50))
export const rate = Number(process.env.READERS_RATE ?? (isShort ? 50 : 200))
const database = 'readers'
const dayMs = 86_400_000

export type Sent = { acked: number; future: number; lastAt: number; longestGapMs: number }
export const nothingSent = (): Sent => ({ acked: 0, future: 0, lastAt: Date.now(), longestGapMs: 0 })
type Load = { random: () => number; gateway: Gateway; isOver: () => boolean; sent: Sent }

let made = 0
/** Every read has a unique tag, so that it can be found in the database. */
const freshTag = () => {
  made += 1
  return `E2FA${made.toString(16).toUpperCase().padStart(20, '0')}`
}

/**
 * One message in twenty is three days late, and one in fifty comes from a clock that is a day ahead; all are
 * out of order.
 */
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

function noteAck(sent: Sent, reads: number, isFuture: boolean) {
  const now = Date.now()
  sent.longestGapMs = Math.max(sent.longestGapMs, now - sent.lastAt)
  sent.lastAt = now
  sent.acked += reads
  if (isFuture) sent.future += reads
}

/**
 * Sends the reads of each second until they are acknowledged; one message in five is repeated over the other
 * protocol.
 */
export async function play(load: Load, reader: OfficeReader) {
  const { random, gateway, isOver, sent } = load
  const other = reader.by === 'mqtt' ? ('http' as const) : ('mqtt' as const)
  const send = senderOf(reader, gateway, isOver)
  const sendOther = senderOf({ ...reader, by: other }, gateway, isOver)
  while (!isOver()) {
    const due = Date.now() + 1000
    const { seen, isFuture } = messageOf(load, rate)
    const payload = JSON.stringify(makes[reader.make].payload(seen))
    const isAcked = await send(payload)
    if (isAcked) noteAck(sent, seen.length, isFuture)
    if (isAcked && random() < 0.2) await sendOther(payload)
    if (random() < 0.02) await sendOther('{"poison":')
    await delay(Math.max(0, due - Date.now()))
  }
}

type Counted = { stored: number; tags: number; letters: number; poison: number }

const lettersOfFuture = `(select coalesce(sum((
    select count(*) from regexp_matches(upper(payload), 'E2FA[0-9A-F]{20}', 'g'))), 0)::int
  from dead_letters where reason = 'future')`

export async function countStored(url: string): Promise<Counted> {
  const [row] = await onDatabase<Counted>(
    url,
    `select count(*)::int as stored, count(distinct tag)::int as tags, ${lettersOfFuture} as letters,
      (select count(*)::int from dead_letters where reason = 'unreadable') as poison
    from tag_reads where tag like 'E2FA%'`,
  )
  return row ?? { stored: 0, tags: 0, letters: 0, poison: 0 }
}

/** It runs while the writer works, so it only counts: a comparison would take longer. */
export async function isWritten(url: string, acked: number) {
  const [row] = await onDatabase<{ kept: number }>(
    url,
    `select count(*)::int + ${lettersOfFuture} as kept from tag_reads where tag like 'E2FA%'`,
  ).catch(() => [])
  return (row?.kept ?? 0) >= acked
}

/** Every acknowledged read is stored exactly once; reads with a future time are in the dead letters. */
export function compareReads({ acked }: Sent, { stored, tags, letters }: Counted): Ledger {
  const duplicated = stored - tags
  const lost = Math.max(0, acked - stored - letters)
  return { acked, stored: stored + letters, lost, duplicated, problems: [] }
}

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type Log = { url: string; monitor: string; stop(): Promise<void> }

/** The office under load, and the ways to disturb it. */
export type Site = {
  url: string
  sent: Sent
  people: OfficeReader[]
  random: () => number
  say: (text: string) => void
  gateway: Awaited<ReturnType<typeof newOffice>>['gateway']
  writer: Awaited<ReturnType<typeof newOffice>>['writer']
  secondWriter: Awaited<ReturnType<typeof newOffice>>['writer']
  addresses: Gateway
  postgres: { kill(): Promise<void>; start(): Promise<void> }
  /** Waits until all reads acknowledged so far are in the database; returns how long that took. */
  written(withinMs?: number): Promise<number>
  /** The longest time without an acknowledgement during a disturbance. */
  gapDuring(act: () => Promise<void>): Promise<number>
  problems: string[]
}

async function newSite(log: Log, { random, say }: Parameters<Fault>[0], more: Record<string, string>) {
  let postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-readers-'))
  const url = postgres.url(database)
  await ensureDatabase(postgres.url(), database)
  const env = { ...process.env, DATABASE_URL: url }
  await run(process.execPath, ['server/src/main.ts', 'migrate'], { cwd: root, env })
  const people = await addReaders(url, count)
  const office = await newOffice({ databaseUrl: url, natsUrl: log.url, monitor: log.monitor, dataDir, more })
  const sent = nothingSent()
  const site: Site = {
    ...{ url, people, random, say, sent, ...office, problems: [] },
    postgres: {
      kill: () => postgres.kill(),
      async start() {
        postgres = await startPostgres({ dir: postgres.dir, port: postgres.port })
      },
    },
    async written(withinMs = 120_000) {
      const [from, { acked }] = [Date.now(), { ...sent }]
      if (!(await eventually(() => isWritten(url, acked), withinMs, 500)))
        site.problems.push('not all was written in time')
      return Date.now() - from
    },
    async gapDuring(act) {
      Object.assign(sent, { lastAt: Date.now(), longestGapMs: 0 })
      await act()
      const before = sent.acked
      await eventually(() => sent.acked > before, 60_000, 20)
      return sent.longestGapMs
    },
  }
  const stop = async () => {
    await Promise.all([site.gateway.stop(), site.writer.stop(), site.secondWriter.stop()])
    await log.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { site, stop }
}

/**
 * Readers of all makes send by MQTT and webhook to an office with this NATS, while it is disturbed.
 * Afterwards every acknowledged read must be in the database. `more` are further settings of gateway and
 * writer.
 */
export async function underLoad(
  log: Log,
  context: Parameters<Fault>[0],
  work: (site: Site) => Promise<void>,
  more: Record<string, string> = {},
): Promise<Ledger> {
  const { site, stop } = await newSite(log, context, more)
  const { sent, say } = site
  let isOver = false
  try {
    await Promise.all([site.gateway.start(), site.writer.start()])
    const load = { random: site.random, gateway: site.addresses, isOver: () => isOver, sent }
    const began = Date.now()
    const playing = site.people.map((reader) => play(load, reader))
    await work(site)
    isOver = true
    await Promise.all(playing)
    const seconds = (Date.now() - began) / 1000
    say(`${count} readers, ${sent.acked} reads acknowledged in ${seconds.toFixed(0)} s`)
    say(`all written ${inSeconds(await site.written())} after the last read`)
    const kept = await countStored(site.url)
    say(
      `${sent.future} reads from the future, ${kept.letters} of them kept aside; ${kept.poison} poison messages kept`,
    )
    return { ...compareReads(sent, kept), problems: site.problems }
  } finally {
    isOver = true
    await stop()
  }
}
