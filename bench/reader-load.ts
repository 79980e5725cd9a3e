import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { eventually } from '../scripts/processes.ts'
import type { newOffice, OfficeReader } from '../scripts/readers/reader-office.ts'
import { makes, type Sighting } from '../scripts/readers/reader-payloads.ts'
import { senderOf } from '../scripts/readers/reader-sender.ts'
import { load } from './load.ts'
import type { Measurement } from './measurement.ts'
import type { Product } from './product.ts'

type Office = Awaited<ReturnType<typeof newOffice>>
type Size = { tags: readonly string[]; seconds: number }

/** Reads per second of each reader; twice as many in every tenth second. */
const rate = 200
const burstEvery = 10

/** The requests of people in the meantime, on this many connections. */
const connections = 4
const pathsOf = ([tag = '']: readonly string[]) => ({
  'list-beside-reads': '/api/assets?location=indore&state=working&size=25',
  'tag-beside-reads': `/api/v1/assets/find?code=${tag}`,
})

/** Seconds of user and system time that a process has used. */
async function cpuSeconds(pid: number) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Readers stay connected until all of their reads are acknowledged. */
type Played = { acked: number; isOver: boolean }

/** One reader sends its reads each second, and late ones as soon as it can. */
async function play(
  office: Office,
  reader: OfficeReader,
  own: readonly string[],
  isOver: () => boolean,
  played: Played,
) {
  const send = senderOf(reader, office.addresses, () => played.isOver)
  for (let turn = 1; !isOver(); turn += 1) {
    const now = Date.now()
    const count = turn % burstEvery === 0 ? 2 * rate : rate
    const seen = Array.from(
      { length: count },
      (_, n): Sighting => ({
        ...{ tag: own[n % own.length] ?? '', antenna: 1, rssi: -50, at: new Date(now - n).toISOString() },
      }),
    )
    if (await send(JSON.stringify(makes[reader.make].payload(seen)))) played.acked += count
    await delay(Math.max(0, now + 1000 - Date.now()))
  }
}

/** Follows single reads from the moment they are sent until they are in the database. */
async function followSingles(
  url: string,
  office: Office,
  reader: OfficeReader,
  isOver: () => boolean,
  played: Played,
) {
  const client = new pg.Client(url)
  await client.connect()
  const send = senderOf({ ...reader, by: 'mqtt' }, office.addresses, () => played.isOver)
  const waits: number[] = []
  for (let n = 0; !isOver(); n += 1) {
    const tag = `E2BF${n.toString(16).toUpperCase().padStart(20, '0')}`
    const seen = [{ tag, antenna: 1, rssi: -50, at: new Date().toISOString() }]
    const began = performance.now()
    await send(JSON.stringify(makes[reader.make].payload(seen)))
    const text = 'select from tag_reads where tag = $1'
    const isVisible = async () =>
      (await client.query({ name: 'visible', text, values: [tag] })).rowCount === 1
    if (await eventually(isVisible, 30_000, 2)) waits.push(performance.now() - began)
    await delay(50)
  }
  await client.end()
  return waits.sort((a, b) => a - b)
}

const readsIn = async (url: string) =>
  (
    await onDatabase<{ count: number }>(
      url,
      'select coalesce(sum(reads), 0)::int as count from reader_health',
    )
  )[0]?.count ?? 0

/** Response times of people, each path for this many seconds. */
async function asked({ address, headers }: Product, paths: Record<string, string>, seconds: number) {
  const found: Record<string, Awaited<ReturnType<typeof load>>> = {}
  for (const [name, path] of Object.entries(paths))
    found[name] = await load(address, path, headers, { seconds, connections })
  return found
}

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.floor(sorted.length * part)] ?? Number.NaN

/** Fifty readers send for some time while people work; every acknowledged read must be stored exactly once. */
export async function underReads(
  url: string,
  product: Product,
  office: Office,
  readers: OfficeReader[],
  size: Size,
) {
  const [single, ...all] = readers
  if (single === undefined) throw new Error('There is no reader')
  const paths = pathsOf(size.tags)
  const askSeconds = Math.min(10, size.seconds / 4)
  await asked(product, paths, 1)
  const quiet = await asked(product, paths, askSeconds)
  await Promise.all([office.gateway.start(), office.writer.start()])
  const [before, cpuBefore] = [await readsIn(url), await cpuSeconds(office.gateway.pid())]
  const until = Date.now() + size.seconds * 1000
  const isOver = () => Date.now() > until
  const played: Played = { acked: 0, isOver: false }
  const each = Math.floor(size.tags.length / all.length)
  const playing = all.map((reader, n) =>
    play(office, reader, size.tags.slice(n * each, (n + 1) * each), isOver, played),
  )
  const following = followSingles(url, office, single, isOver, played)
  await delay(askSeconds * 500)
  const busy = await asked(product, paths, askSeconds)
  await Promise.all(playing)
  const waits = await following
  played.isOver = true
  const ended = Date.now()
  const sent = played.acked + waits.length
  const isAllThere = await eventually(async () => (await readsIn(url)) - before >= sent, 60_000, 100)
  const stored = (await readsIn(url)) - before
  const cpu = ((await cpuSeconds(office.gateway.pid())) - cpuBefore) / (played.acked / 1000)
  await Promise.all([office.gateway.stop(), office.writer.stop()])
  const visible = { p50: share(waits, 0.5), p99: share(waits, 0.99) }
  console.log(
    `readers: ${sent} reads by ${readers.length} readers in ${size.seconds} s, acknowledged ${sent}, stored ${stored}, ${isAllThere ? `all there ${((Date.now() - ended) / 1000).toFixed(1)} s after the last` : 'NOT ALL THERE'}`,
  )
  console.log(
    `readers: gateway ${(cpu * 1000).toFixed(1)} ms of processor time per 1,000 reads; from sent to visible p50 ${visible.p50.toFixed(0)} ms, p99 ${visible.p99.toFixed(0)} ms of ${waits.length}`,
  )
  const calls = Object.keys(paths).map((name): Measurement => {
    const [calm, now] = [quiet[name], busy[name]]
    return {
      name,
      bare: calm?.perSecond ?? 0,
      api: now?.perSecond ?? 0,
      p50: now?.p50 ?? 0,
      p99: now?.p99 ?? 0,
      limit: 0.5,
    }
  })
  return { visible, calls }
}
