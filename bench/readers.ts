import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { eventually } from '../scripts/processes.ts'
import { startNats } from '../scripts/readers/nats.ts'
import { addReaders, newOffice, type OfficeReader } from '../scripts/readers/reader-office.ts'
import { makes, type Sighting } from '../scripts/readers/reader-payloads.ts'
import { packEntries } from '../server/src/kernel/log/envelope.ts'
import { type Log, openLog, prepareStream, readsSubject } from '../server/src/kernel/log/log.ts'
import { type Bench, compare } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'
import { underReads } from './reader-load.ts'

const perMessage = 100
const perStatement = 2500
const tickMs = 10

/** Reads of one round: a warehouse without movement, in which the same reader reads every asset repeatedly. */
function sightings(tags: readonly string[], round: number, count: number): Sighting[] {
  const start = Date.now() - 3_000_000 + round * 600_000
  return Array.from(
    { length: count },
    (_, n): Sighting => ({
      ...{
        tag: tags[(n * 7) % tags.length] ?? '',
        antenna: 1,
        rssi: -50,
        at: new Date(start + Math.floor(n / 20)).toISOString(),
      },
    }),
  )
}

const chunks = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

/** The same rows in bare SQL: the history, and the last read of each tag; two connections, arrays sorted by tag. */
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

/** Publishes the messages to the stream, then starts the clock and waits until the writer has stored all of them. */
async function writeFromLog(
  url: string,
  log: Log,
  reader: OfficeReader,
  seen: readonly Sighting[],
  writer: Writer,
) {
  const { payload } = makes[reader.make]
  // One connection for all counts: a new one for each would take processor time from the writer.
  const client = new pg.Client(url)
  await client.connect()
  const before = await countIn(client)
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
  const first = await countIn(client)
  await eventually(async () => (await countIn(client)) >= before + seen.length, 300_000, tickMs)
  const rate = (before + seen.length - first) / ((performance.now() - began) / 1000)
  await writer.stop()
  await client.end()
  return rate
}

type Writer = { start(): Promise<void>; stop(): Promise<void> }

async function countIn(client: pg.Client) {
  const text = 'select coalesce(sum(reads), 0)::int as count from reader_health'
  const { rows } = await client.query<{ count: number }>({ name: 'count', text })
  return rows[0]?.count ?? 0
}

/** Tags of assets that readers may see. */
const tagsIn = async (url: string) =>
  (
    await onDatabase<{ tag: string }>(
      url,
      'select upper(rfid_tag) as tag from assets where rfid_tag is not null and deleted_at is null order by number limit 20000',
    )
  ).map(({ tag }) => tag)

/** The writer against the same rows in bare SQL, in a copy of the database. */
async function writerOverBare(
  url: string,
  bareUrl: string,
  office: Office,
  reader: OfficeReader,
  size: Size,
) {
  const { log, tags, sent, rounds } = size
  let round = 0
  return compare(
    rounds,
    () => writeByHand(bareUrl, reader, sightings(tags, round, sent)),
    () => writeFromLog(url, log, reader, sightings(tags, round++, sent), office.writer),
    { bare: (rate) => rate, api: (rate) => rate },
  )
}

type Office = Awaited<ReturnType<typeof newOffice>>
type Size = { log: Log; tags: readonly string[]; sent: number; rounds: number }

const mostReads = 200_000
const readerCount = 50

/**
 * The writer against the same rows in bare SQL, and the effect of a steady stream with bursts on people and
 * single reads.
 */
export const readers: Bench = async (postgres, { rounds, rows, seconds, neighbourAssets }) => {
  const nats = await startNats()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-bench-readers-'))
  const [url, bareUrl] = [postgres.url(database), postgres.url('readers_bare')]
  let product: Product | undefined
  try {
    let people: OfficeReader[] = []
    product = await startProduct(postgres, neighbourAssets, async () => {
      people = await addReaders(url, readerCount)
      await onDatabase(
        url,
        'select make_tag_read_day(current_date + n) from generate_series(-1, 1) as n',
        'vacuum analyze',
      )
      await onDatabase(postgres.url(), `create database readers_bare template ${database}`)
    })
    const [reader] = people
    if (reader === undefined) throw new Error('There is no reader')
    const office = await newOffice({ databaseUrl: url, natsUrl: nats.url, monitor: nats.monitor, dataDir })
    const logConfig = {
      ...{ servers: [nats.url], monitors: [nats.monitor], replicas: 1, storeBytes: 2_000_000_000 },
    }
    const log = await openLog(logConfig, 'bench')
    await prepareStream(log, logConfig)
    const size = { log, tags: await tagsIn(url), sent: Math.min(rows, mostReads), rounds }
    const best = await writerOverBare(url, bareUrl, office, reader, size)
    await log.close()
    const beside = await underReads(url, product, office, people, {
      ...{ tags: size.tags, seconds: seconds < 5 ? 20 : 300 },
    })
    const { p50, p99 } = beside.visible
    return [{ name: 'reads', bare: best.bare, api: best.api, p50, p99, limit: 0.75 }, ...beside.calls]
  } finally {
    await product?.stop()
    await nats.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
