import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ensureDatabase, onDatabase } from '../scripts/databases.ts'
import { startNats } from '../scripts/nats.ts'
import { eventually, run } from '../scripts/processes.ts'
import { addReaders, newOffice, type OfficeReader } from '../scripts/reader-office.ts'
import { makes, type Sighting } from '../scripts/reader-payloads.ts'
import { senderOf } from '../scripts/reader-sender.ts'
import { root } from '../scripts/sources.ts'
import { packEntries } from '../server/src/kernel/log/envelope.ts'
import { type Log, openLog, prepareStream, readsSubject } from '../server/src/kernel/log/log.ts'
import { type Bench, compare } from './measurement.ts'

const database = 'readers'
const perMessage = 100
const perStatement = 2500
const distinctTags = 20_000
const tickMs = 10

const tagOf = (n: number) => `E2BE${(n % distinctTags).toString(16).toUpperCase().padStart(20, '0')}`

/** Reads of one round: a still warehouse, in which every tag is read again and again by the same reader. */
function sightings(round: number, count: number): Sighting[] {
  const start = Date.now() - 3_000_000 + round * 600_000
  return Array.from(
    { length: count },
    (_, n): Sighting => ({
      ...{ tag: tagOf(n * 7), antenna: 1, rssi: -50, at: new Date(start + Math.floor(n / 20)).toISOString() },
    }),
  )
}

const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

/** The same rows by hand: history, and the last moment of each tag, two connections, arrays sorted by tag. */
const byHand = `with sent as (
    select * from unnest($1::text[], $2::timestamptz[]) as sent (tag, read_at)
  ), new as (
    insert into tag_reads (tag, read_at, reader_id, antenna, rssi, count, place_id, received_at)
    select tag, read_at, $3::uuid, 1, -50, 1, $4::uuid, read_at from sent order by tag, read_at
    on conflict do nothing returning tag, read_at
  )
  insert into last_seen as kept (tag, place_id, reader_id, antenna, since, seen_at, read_at)
  select tag, $4::uuid, $3::uuid, 1, max(read_at), max(read_at), max(read_at) from new group by tag order by tag
  on conflict (tag) do update set seen_at = excluded.seen_at, read_at = excluded.read_at,
    reader_id = excluded.reader_id, antenna = excluded.antenna
  where kept.read_at < excluded.read_at`

async function writeByHand(url: string, { id, placeId }: OfficeReader, seen: readonly Sighting[]) {
  const clients = [new pg.Client(url), new pg.Client(url)]
  await Promise.all(clients.map((client) => client.connect()))
  const batches = chunks(seen, perStatement)
  const began = performance.now()
  await Promise.all(
    clients.map(async (client, lane) => {
      for (let n = lane; n < batches.length; n += clients.length) {
        const batch = batches[n] ?? []
        const values = [batch.map(({ tag }) => tag), batch.map(({ at }) => at), id, placeId]
        await client.query({ name: 'by hand', text: byHand, values })
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return seen.length / seconds
}

/** Puts the messages into the log, then starts the clock and waits until the writer has them all in the database. */
async function writeFromLog(
  url: string,
  log: Log,
  reader: OfficeReader,
  seen: readonly Sighting[],
  writer: Writer,
) {
  const { payload } = makes[reader.make]
  const before = await countIn(url)
  for (const part of chunks(chunks(seen, perMessage), 50))
    await Promise.all(
      part.map((batch) => {
        const receivedAt = new Date().toISOString()
        const entry = { reader: reader.id, kind: 'reads' as const, receivedAt }
        return log.js.publish(
          readsSubject,
          packEntries([{ ...entry, payload: Buffer.from(JSON.stringify(payload(batch))) }]),
        )
      }),
    )
  await writer.start()
  const began = performance.now()
  const first = await countIn(url)
  await eventually(async () => (await countIn(url)) >= before + seen.length, 300_000, tickMs)
  const rate = (before + seen.length - first) / ((performance.now() - began) / 1000)
  await writer.stop()
  return rate
}

type Writer = { start(): Promise<void>; stop(): Promise<void> }

const countIn = async (url: string) =>
  (
    await onDatabase<{ count: number }>(
      url,
      'select coalesce(sum(reads), 0)::int as count from reader_health',
    )
  )[0]?.count ?? 0

/** Seconds of both kinds of processor time that a process has used. */
async function cpuSeconds(pid: number) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

type Office = Awaited<ReturnType<typeof newOffice>>

/** Readers send at their pace, while single reads are followed from the moment they are sent until they are visible. */
async function follow(
  url: string,
  office: Office,
  readers: readonly OfficeReader[],
  seconds: number,
  rate: number,
) {
  await Promise.all([office.gateway.start(), office.writer.start()])
  const until = Date.now() + seconds * 1000
  const isOver = () => Date.now() > until
  const began = await cpuSeconds(office.gateway.pid())
  let acked = 0
  const playing = readers.slice(1).map(async (reader, number) => {
    const send = senderOf(reader, office.addresses, isOver)
    while (!isOver()) {
      const due = Date.now() + 1000
      const now = Date.now()
      const seen = Array.from(
        { length: rate },
        (_, n): Sighting => ({
          ...{ tag: tagOf(number * rate + n), antenna: 1, rssi: -50, at: new Date(now - n).toISOString() },
        }),
      )
      if (await send(JSON.stringify(makes[reader.make].payload(seen)))) acked += rate
      await delay(Math.max(0, due - Date.now()))
    }
  })
  const waits = await followSingles(url, office, readers[0], isOver)
  await Promise.all(playing)
  const cpu = ((await cpuSeconds(office.gateway.pid())) - began) / (acked / 1000)
  await Promise.all([office.gateway.stop(), office.writer.stop()])
  return { acked, cpu, waits: waits.toSorted((a, b) => a - b) }
}

async function followSingles(
  url: string,
  office: Office,
  reader: OfficeReader | undefined,
  isOver: () => boolean,
) {
  if (reader === undefined) throw new Error('There is no reader')
  const client = new pg.Client(url)
  await client.connect()
  const send = senderOf({ ...reader, by: 'mqtt' }, office.addresses, isOver)
  const waits: number[] = []
  for (let n = 0; !isOver(); n += 1) {
    const tag = `E2BF${n.toString(16).toUpperCase().padStart(20, '0')}`
    const seen = [{ tag, antenna: 1, rssi: -50, at: new Date().toISOString() }]
    const began = performance.now()
    if (!(await send(JSON.stringify(makes[reader.make].payload(seen))))) break
    const isVisible = async () =>
      (await client.query({ name: 'visible', text: 'select from tag_reads where tag = $1', values: [tag] }))
        .rowCount === 1
    if (await eventually(isVisible, 30_000, 2)) waits.push(performance.now() - began)
    await delay(20)
  }
  await client.end()
  return waits
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN

/** The writer against the same rows by hand, and how long a read takes from the antenna to the database. */
export const readers: Bench = async (postgres, { rounds, rows, seconds }) => {
  const nats = await startNats()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-bench-readers-'))
  const [url, bareUrl] = [postgres.url(database), postgres.url('readers_bare')]
  const sent = Math.min(rows, 200_000)
  try {
    await ensureDatabase(postgres.url(), database)
    await run(process.execPath, ['server/src/main.ts', 'migrate'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url },
    })
    const people = await addReaders(url, 20)
    const [reader] = people
    if (reader === undefined) throw new Error('There is no reader')
    const days = 'select make_tag_read_day(current_date + n) from generate_series(-1, 1) as n'
    await onDatabase(url, days)
    await onDatabase(postgres.url(), `create database readers_bare template ${database}`)
    const office = await newOffice({ databaseUrl: url, natsUrl: nats.url, monitor: nats.monitor, dataDir })
    const logConfig = {
      servers: [nats.url],
      monitors: [nats.monitor],
      replicas: 1,
      storeBytes: 2_000_000_000,
    }
    const log = await openLog(logConfig, 'bench')
    await prepareStream(log, logConfig)
    let round = 0
    const best = await compare(
      rounds,
      () => writeByHand(bareUrl, reader, sightings(round, sent)),
      () => writeFromLog(url, log, reader, sightings(round++, sent), office.writer),
      { bare: (rate) => rate, api: (rate) => rate },
    )
    const { acked, cpu, waits } = await follow(url, office, people, Math.max(10, 4 * seconds), 200)
    await log.close()
    console.log(
      `readers: ${acked} reads by ${people.length - 1} readers; gateway ${(cpu * 1000).toFixed(1)} ms of CPU per 1,000 reads`,
    )
    console.log(
      `readers: from sent to visible p50 ${at(waits, 0.5).toFixed(0)} ms, p99 ${at(waits, 0.99).toFixed(0)} ms of ${waits.length}`,
    )
    return [
      {
        name: 'reads',
        bare: best.bare,
        api: best.api,
        p50: at(waits, 0.5),
        p99: at(waits, 0.99),
        limit: 0.75,
      },
    ]
  } finally {
    await nats.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
