import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { signIn, signInAsNew } from '../scripts/product-calls.ts'
import { type Browser, openBrowser } from './browsers.ts'
import type { Fault } from './ledger.ts'
import { prepareProduct } from './product.ts'

const isShort = process.env.CI !== undefined
const streams = 200
const streamsPerPerson = 10
const calmChanges = isShort ? 20 : 100
const stormyChanges = isShort ? 100 : 400
const database = 'live'

/** The first process is killed, the second stays. */
type Apis = { processes: [ChildProcess, ChildProcess]; addresses: [string, string]; signInAt: string }

async function startApis(postgres: Postgres, folder: string): Promise<Apis> {
  const { startApi } = await prepareProduct(postgres, database, folder)
  const [first, second] = [await startApi(), await startApi()]
  return {
    processes: [first.process, second.process],
    addresses: [first.address, second.address],
    signInAt: second.address,
  }
}

async function openBrowsers({ addresses, signInAt }: Apis, ended: AbortSignal) {
  const browsers: Browser[] = []
  const admin = { address: signInAt, headers: await signIn(signInAt) }
  for (let person = 0; person < streams / streamsPerPerson; person += 1) {
    const headers = await signInAsNew(admin, `Listener ${person}`)
    for (let one = 0; one < streamsPerPerson; one += 1) browsers.push(openBrowser(headers, addresses, ended))
  }
  return browsers
}

/** Creates brands one after the other, and reports when each response arrived. */
async function change(address: string, headers: Record<string, string>, names: string[]) {
  for (const name of names) {
    const answer = await fetch(`${address}/api/v1/masters/brand`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    if (!answer.ok) throw new Error(`a change answered ${answer.status}: ${await answer.text()}`)
  }
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`)

const ledgerOf = (postgres: Postgres) =>
  onDatabase<{ id: number; ms: number }>(
    postgres.url(database),
    `select id::int, (extract(epoch from at) * 1000)::bigint::float8 as ms from events where action = 'brand.created' order by id`,
  )

const hasHeard = (browsers: Browser[], ids: number[]) =>
  browsers.every(({ heard }) => ids.every((id) => heard.has(id)))

async function untilHeard(postgres: Postgres, browsers: Browser[]) {
  const ids = (await ledgerOf(postgres)).map(({ id }) => id)
  await eventually(() => hasHeard(browsers, ids), 30_000, 50).catch(() => undefined)
}

/** Resident memory in MB and processor seconds of a process, from /proc. */
async function costOf({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return {
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000,
    seconds: ((user ?? 0) + (system ?? 0)) / 100,
  }
}

async function calm(postgres: Postgres, apis: Apis, browsers: Browser[], say: (text: string) => void) {
  const before = await costOf(apis.processes[0])
  await change(apis.signInAt, await signIn(apis.signInAt), named('Calm', calmChanges))
  await untilHeard(postgres, browsers)
  const after = await costOf(apis.processes[0])
  const lines = await ledgerOf(postgres)
  const latest = lines.map(({ id, ms }) =>
    Math.max(...browsers.map(({ times }) => (times.get(id) ?? Infinity) - ms)),
  )
  const sorted = latest.toSorted((one, other) => one - other)
  const slowest = sorted.at(-1) ?? Infinity
  say(
    `${streams} streams on one process: ${after.megabytes.toFixed(0)} MB, ${(after.seconds - before.seconds).toFixed(2)} s of processor for ${calmChanges} changes`,
  )
  say(
    `a change had reached all after ${sorted[Math.floor(sorted.length / 2)]} ms, at the slowest ${slowest} ms`,
  )
  return slowest <= 1000 || isShort ? [] : [`a change took ${slowest} ms to reach all`]
}

async function storm(postgres: Postgres, apis: Apis, browsers: Browser[]) {
  const headers = await signIn(apis.signInAt)
  const writers = ['North', 'South', 'East', 'West'].map((wind) =>
    change(apis.signInAt, headers, named(wind, stormyChanges / 4)),
  )
  await delay(stormyChanges)
  apis.processes[0].kill('SIGKILL')
  await Promise.all(writers)
  await untilHeard(postgres, browsers)
}

/** Two hundred browsers on one process that is killed while others make changes; they resume at another process. */
export const streamsCutOff: Fault = async ({ say }) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-live-'))
  const ended = new AbortController()
  try {
    const apis = await startApis(postgres, folder)
    const alone = await costOf(apis.processes[0])
    const browsers = await openBrowsers(apis, ended.signal)
    await delay(1000)
    say(`a process without streams: ${alone.megabytes.toFixed(0)} MB`)
    const problems = await calm(postgres, apis, browsers, say)
    await storm(postgres, apis, browsers)
    const resumed = browsers.filter((browser) => browser.resumed > 0).length
    say(`${resumed} browsers were cut off and went on at another process`)
    if (browsers.some(({ resets }) => resets > 0)) problems.push('a browser had to start anew')
    const ids = (await ledgerOf(postgres)).map(({ id }) => id)
    const lost = browsers.reduce((sum, { heard }) => sum + ids.filter((id) => !heard.has(id)).length, 0)
    const duplicated = browsers.reduce(
      (sum, { heard }) => sum + ids.filter((id) => (heard.get(id) ?? 0) > 1).length,
      0,
    )
    const acked = ids.length * browsers.length
    await stopProcess(apis.processes[1], 'SIGTERM', 10_000)
    return { acked, stored: acked - lost, lost, duplicated, problems }
  } finally {
    ended.abort()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
