import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { fillYears } from '../bench/years/fill.ts'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, run, stopProcess } from '../scripts/processes.ts'
import { startNats } from '../scripts/readers/nats.ts'
import { addReaders, newOffice } from '../scripts/readers/reader-office.ts'
import { root } from '../scripts/sources.ts'
import type { Fault } from './ledger.ts'
import { admit, type Calls, startPeople } from './people.ts'
import { prepareProduct, productOf } from './product.ts'
import { compareReads, count, countStored, isWritten, nothingSent, play, type Sent } from './reader-load.ts'
import { storedWrites } from './writes.ts'

const database = 'archived'
const isShort = process.env.CI !== undefined
/** Eight months of these assets are about two million entries. */
const assets = Number(process.env.ASSETS ?? (isShort ? 1000 : 250_000))
const size = { assets, reads: assets * 20, readDays: 100, months: 8 }
const people = isShort ? 10 : 50
const calmSeconds = isShort ? 5 : 60
/** The product gives up a lock after 150 ms. */
const longestWaitMs = 200
/** A command is killed after this time at the earliest, and after twice this time at the latest. */
const killAfterMs = isShort ? 1500 : 10_000

/** Two months that can be archived: the current one and the one before it stay. */
const monthsBefore = (months: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7)
}

/** Everybody who waits for the lock of a table, apart from the archive and the dump themselves. */
const waits = `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
  from pg_locks join pg_stat_activity using (pid)
  where not granted and locktype = 'relation' and application_name not in ('ats archive', 'pg_dump')`

/** Looks every few milliseconds how long somebody has been waiting for the lock of a table. */
async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'watch' })
  await client.connect()
  const state = { longestMs: 0, isOver: false }
  const watching = (async () => {
    while (!state.isOver) {
      const { rows } = await client.query<{ ms: number }>({ name: 'waits', text: waits })
      state.longestMs = Math.max(state.longestMs, rows[0]?.ms ?? 0)
      await delay(5)
    }
    await client.end()
  })()
  return {
    state,
    async stop() {
      state.isOver = true
      await watching
    },
  }
}

type Watch = Awaited<ReturnType<typeof watchLocks>>['state']
type Site = {
  url: string
  env: NodeJS.ProcessEnv
  folder: string
  random: () => number
  calls: Calls
  sent: Sent
  watch: Watch
}
type Say = (text: string) => void

/** What people and readers noticed of the work. */
async function noticed(site: Site, name: string, say: Say, work: () => Promise<unknown>): Promise<string[]> {
  const { calls, sent, watch } = site
  calls.slowestMs = 0
  watch.longestMs = 0
  Object.assign(sent, { lastAt: Date.now(), longestGapMs: 0 })
  const [began, ok, acked] = [Date.now(), calls.ok, sent.acked]
  await work()
  const seconds = (Date.now() - began) / 1000
  say(
    `${name}: ${seconds.toFixed(0)} s, ${calls.ok - ok} responses, the slowest ${calls.slowestMs} ms; ${((sent.acked - acked) / seconds).toFixed(0)} reads/s; longest wait for a table ${watch.longestMs.toFixed(0)} ms`,
  )
  return watch.longestMs > longestWaitMs
    ? [`${name}: somebody waited ${watch.longestMs.toFixed(0)} ms for a table`]
    : []
}

/** Rows of the month in the tables that are archived. */
async function rowsOf(url: string, month: string) {
  const [first, next] = [`'${month}-01Z'::timestamptz`, `'${month}-01Z'::timestamptz + interval '1 month'`]
  const bounds = (column: string) => `${column} >= ${first} and ${column} < ${next}`
  const ofInventories = `inventory_id >= first_id_at(${first}) and inventory_id < first_id_at(${next})`
  const [row] = await onDatabase<Record<string, number>>(
    url,
    `set timezone = 'UTC'`,
    `select (select count(*)::int from events where ${bounds('at')}) as events,
      (select count(*)::int from movements where ${bounds('at')}) as movements,
      (select count(*)::int from inventory_items where ${ofInventories}) as items,
      (select count(*)::int from inventory_reads where ${ofInventories}) as "inventoryReads",
      (select count(*)::int from tag_reads where ${bounds('read_at')}) as reads`,
  )
  return row ?? {}
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)

type Running = { env: NodeJS.ProcessEnv; signal?: AbortSignal }
const ats = ({ env, signal }: Running, ...words: string[]) =>
  run(process.execPath, ['server/src/main.ts', ...words], {
    ...{ cwd: root, env, killSignal: 'SIGKILL' },
    ...(signal && { signal }),
  })

/** Kills the command once, and runs it again to its end as soon as the database has ended the killed session. */
async function despiteAKill(site: Site, say: Say, ...words: string[]) {
  const { env, random } = site
  const afterMs = Math.round(killAfterMs * (1 + random()))
  const signal = AbortSignal.timeout(afterMs)
  const isDone = await ats({ env, signal }, ...words).then(
    () => true,
    (error: Error) => {
      if (!signal.aborted) throw error
      return false
    },
  )
  say(`${words[0]} ${words.at(-2)} ${isDone ? 'ended before' : 'was killed'} after ${afterMs} ms`)
  if (isDone) return
  const again = () =>
    ats({ env }, ...words).then(
      () => true,
      (error: Error) => {
        if (error.message.includes('Another archive is running')) return false
        throw error
      },
    )
  if (!(await eventually(again, 600_000, 1000))) throw new Error(`${words.join(' ')} never ended`)
}

/** Archives a month, verifies the files and brings the rows back; returns what differs. */
async function thereAndBack(site: Site, month: string, say: Say): Promise<string[]> {
  const { url, env, folder } = site
  const before = await rowsOf(url, month)
  await despiteAKill(site, say, 'archive', '--folder', folder, '--until', month)
  const gone = await rowsOf(url, month)
  const archived = await onDatabase<{ part: string; rows: number }>(
    url,
    `select part, rows::int as rows from archives`,
  )
  const ofMonth = archived.filter(({ part }) => part.replaceAll('_', '').includes(month.replace('-', '')))
  const moved = ofMonth.reduce((sum, { rows }) => sum + rows, 0)
  await ats({ env }, 'archive', '--folder', folder, '--verify')
  await despiteAKill(site, say, 'archive', '--folder', folder, '--bring-back', month)
  const after = await rowsOf(url, month)
  say(
    `${month}: ${JSON.stringify(before)} before, ${moved} archived in ${ofMonth.length} files, ${total(gone)} left, ${total(after)} brought back`,
  )
  return [
    ...(total(before) === moved + total(gone)
      ? []
      : [`${month}: ${total(before)} rows became ${moved} and ${total(gone)}`]),
    ...(JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [`${month}: ${JSON.stringify(after)} came back`]),
  ]
}

/** Archives while a dump reads every table: the archive has to wait for its end, and people may not. */
async function besideADump(site: Site, postgres: Postgres, month: string, say: Say) {
  const file = join(site.folder, '..', 'dump')
  const dumping = run(join(postgres.bin ?? '', 'pg_dump'), ['-Fc', '-Z', '1', '-f', file, site.url])
  await delay(500)
  const [problems] = await Promise.all([thereAndBack(site, month, say), dumping])
  return problems
}

/** Older than this are only days that were brought back. */
const tooOld = 'current_date - 50'

/** Drops the oldest day of reads, as the worker does when it is too old. */
async function purge({ url }: Site, say: Say): Promise<string[]> {
  const dropped = `select count(*)::int as days from partitions_of('tag_reads') where to_moment <= ${tooOld}`
  const [before] = await onDatabase<{ days: number }>(url, dropped)
  const drop = async () => {
    await onDatabase(url, `select drop_tag_read_day(${tooOld})`).catch(() => undefined)
    const [now] = await onDatabase<{ days: number }>(url, dropped)
    return (now?.days ?? 0) < (before?.days ?? 0)
  }
  const isDropped = await eventually(drop, 60_000, 500)
  say(`a day of reads is ${isDropped ? 'dropped' : 'still there'}`)
  return isDropped ? [] : ['no day of reads was dropped']
}

/** Writes of people and of readers that were acknowledged, and those that are stored. */
async function compare(url: string, calls: Calls, sent: Sent) {
  await eventually(() => isWritten(url, sent.acked), 120_000, 500)
  const counts = await storedWrites(url)
  const isStored = (key: string) => counts.record.has(key) && counts.line.has(key)
  const stored = [...calls.acked].filter(isStored).length
  const twice = [...calls.sent].filter((key) => (counts.record.get(key) ?? 0) > 1).length
  const reads = compareReads(sent, await countStored(url))
  return {
    acked: calls.acked.size + reads.acked,
    stored: stored + reads.stored,
    lost: calls.acked.size - stored + reads.lost,
    duplicated: twice + reads.duplicated,
  }
}

async function steps(site: Site, postgres: Postgres, say: Say): Promise<string[]> {
  const problems: string[] = []
  const step = async (name: string, work: () => Promise<string[]>) =>
    problems.push(...(await noticed(site, name, say, async () => problems.push(...(await work())))))
  await noticed(site, 'without an archive', say, () => delay(calmSeconds * 1000))
  await step('archive', () => thereAndBack(site, monthsBefore(3), say))
  await step('archive during a dump', () => besideADump(site, postgres, monthsBefore(2), say))
  await step('purge', () => purge(site, say))
  return problems
}

/** People and readers write while months are archived and brought back, and while a dump runs as well. */
export const archivedUnderLoad: Fault = async ({ random, say }) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-archive-'))
  const postgres = await startPostgres({
    dir: join(dir, 'postgres'),
    settings: { max_locks_per_transaction: '256' },
  })
  const nats = await startNats()
  const [files, url] = [join(dir, 'files'), postgres.url(database)]
  const ends: (() => Promise<unknown>)[] = []
  try {
    await prepareProduct(postgres, database, files)
    // The worker drops no day of its own accord, so that rows can be counted.
    const product = productOf(postgres, database, files, root, { READS_DAYS: '365' })
    await fillYears({ url, data: postgres.dir, pictures: join(files, 'images') }, size)
    const readers = await addReaders(url, count)
    const office = await newOffice({
      databaseUrl: url,
      natsUrl: nats.url,
      monitor: nats.monitor,
      dataDir: files,
    })
    ends.push(
      () => office.gateway.stop(),
      () => office.writer.stop(),
    )
    await Promise.all([office.gateway.start(), office.writer.start()])
    const { address, process: api } = await product.startApi()
    const worker = product.startWorker()
    ends.push(...[api, worker].map((part) => () => stopProcess(part, 'SIGTERM', 10_000)))
    const load = startPeople(address, await admit(url, people), random)
    const state = { isOver: false }
    const sent = nothingSent()
    const reads = { random, gateway: office.addresses, isOver: () => state.isOver, sent }
    const playing = readers.map((reader) => play(reads, reader))
    const watch = await watchLocks(url)
    const folder = join(dir, 'archive')
    await mkdir(folder)
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: files }
    const site: Site = { url, env, folder, random, calls: load.calls, sent, watch: watch.state }
    const problems: string[] = []
    try {
      problems.push(...(await steps(site, postgres, say)))
    } finally {
      state.isOver = true
      await Promise.all([...playing, load.stop(), watch.stop()])
    }
    problems.push(...load.calls.strange.keys())
    return { ...(await compare(url, load.calls, sent)), problems }
  } finally {
    for (const end of ends.reverse()) await end()
    await nats.stop()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
