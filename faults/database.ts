import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { answersAt, eventually, stopProcess } from '../scripts/processes.ts'
import { type Caller, callExports, untilExported } from '../scripts/product-calls.ts'
import type { Fault } from './ledger.ts'
import { admit, type Calls, startPeople } from './people.ts'
import { prepareProduct } from './product.ts'
import { storedWrites } from './writes.ts'

/** In CI there is one round each and a short stop; the full run takes some twenty minutes. */
const isShort = process.env.CI !== undefined
const rounds = isShort ? 1 : 10
const stoppedMs = isShort ? 4000 : 60_000
const people = 50
const database = 'faulty'
const mostMsToRecover = 5000

type Context = {
  postgres: Postgres
  api: Supervised
  worker: Supervised
  address: string
  random: () => number
  problems: string[]
  /** Sessions that request workbooks in turn, and the exports that were accepted. */
  sessions: Record<string, string>[]
  exports: { caller: Caller; id: string }[]
}
/** A request may be cut off only if its process is killed. */
type Trial = { isDatabase: boolean; cutsCalls: boolean; run(context: Context): Promise<number> }

/** A process that is restarted when we kill it, as by a supervisor; any other death is unexpected. */
type Supervised = { deaths(): number; restart(signal: NodeJS.Signals): Promise<void>; end(): Promise<void> }

function supervise(first: ChildProcess, start: () => Promise<ChildProcess>): Supervised {
  let deaths = 0
  let isEnding = false
  const watch = (child: ChildProcess) =>
    child.once('exit', () => {
      if (!isEnding) deaths += 1
    })
  let child = watch(first)
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true
    await stopProcess(child, signal, 30_000)
  }
  return {
    deaths: () => deaths,
    async restart(signal) {
      await end(signal)
      isEnding = false
      child = watch(await start())
    },
    end: () => end('SIGTERM'),
  }
}

/** Milliseconds until the API reports ready again. */
async function msToRecover({ address, problems }: Context, from = Date.now()) {
  const isReady = () => answersAt(`${address}/readyz`)
  if (!(await eventually(isReady, 20_000, 20))) problems.push('the api did not get ready again')
  return Date.now() - from
}

const again = ({ postgres }: Context) => startPostgres({ dir: postgres.dir, port: postgres.port })

async function killDatabase(context: Context) {
  await context.postgres.kill()
  await delay(context.random() * 1000)
  context.postgres = await again(context)
  return msToRecover(context)
}

async function stopDatabase(context: Context) {
  await context.postgres.stop()
  await delay(stoppedMs)
  context.postgres = await again(context)
  return msToRecover(context)
}

/** Ends every database session: those of requests, of listeners and of queues. */
async function endSessions(context: Context) {
  const sessions = `select pid from pg_stat_activity where datname = '${database}'`
  const found = await onDatabase<{ pid: number }>(context.postgres.url(), sessions)
  for (const { pid } of found) {
    await onDatabase(context.postgres.url(), `select pg_terminate_backend(${pid})`)
    await delay(context.random() * 60)
  }
  return msToRecover(context)
}

const restart = (part: 'api' | 'worker', signal: NodeJS.Signals) => async (context: Context) => {
  const began = Date.now()
  await context[part].restart(signal)
  const ms = await msToRecover(context, began)
  await delay(1000)
  return ms
}

const ofDatabase = { isDatabase: true, cutsCalls: false }
const ofApi = { isDatabase: false, cutsCalls: true }
const ofWorker = { isDatabase: false, cutsCalls: false }

const trials: Record<string, Trial> = {
  'PostgreSQL killed': { ...ofDatabase, run: killDatabase },
  'sessions ended one by one': { ...ofDatabase, run: endSessions },
  'PostgreSQL stopped': { ...ofDatabase, run: stopDatabase },
  'api killed': { ...ofApi, run: restart('api', 'SIGKILL') },
  'api told to stop': { ...ofApi, run: restart('api', 'SIGTERM') },
  'worker killed': { ...ofWorker, run: restart('worker', 'SIGKILL') },
  'worker told to stop': { ...ofWorker, run: restart('worker', 'SIGTERM') },
}

type Say = (text: string) => void

/** Fifty people work while the database and the processes fail, each in many rounds. */
export const databaseFails: Fault = async ({ random, say }) => {
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-database-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const context: Partial<Context> & { postgres: Postgres } = { postgres }
  try {
    const product = await prepareProduct(postgres, database, join(dir, 'files'))
    const { address, process } = await product.startApi()
    const port = Number(new URL(address).port)
    const api = supervise(process, async () => (await product.startApi(port)).process)
    const worker = supervise(product.startWorker(), async () => product.startWorker())
    const sessions = await admit(postgres.url(database), people)
    const asks = { sessions, exports: [] }
    const whole: Context = Object.assign(context, { address, api, worker, random, problems: [], ...asks })
    const load = startPeople(address, sessions, random)
    await delay(2000)
    await tryAll(whole, load, say)
    load.during({ name: 'the end', cutsCalls: false })
    await load.stop()
    if (deathsIn(whole) === 0) await mustDoJobs(whole, say)
    for (const part of [worker, api]) await part.end()
    return await compare(whole, load.calls, say)
  } finally {
    for (const part of [context.worker, context.api]) await part?.end()
    await context.postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

const deathsIn = ({ api, worker }: Context) => api.deaths() + worker.deaths()

async function tryAll(context: Context, load: ReturnType<typeof startPeople>, say: Say) {
  let longest = 0
  for (const [name, { isDatabase, cutsCalls, run }] of Object.entries(trials)) {
    load.during({ name, cutsCalls })
    const before = { ...load.calls, acked: load.calls.acked.size }
    let slowest = 0
    for (let round = 0; round < rounds && deathsIn(context) === 0; round += 1) {
      await askForJob(context)
      slowest = Math.max(slowest, await run(context))
      await delay(1000 + context.random() * 1000)
    }
    if (isDatabase) longest = Math.max(longest, slowest)
    const { acked, ok, refused, cut } = load.calls
    say(
      `${name}, ${rounds} rounds: ${acked.size - before.acked} writes acked, ${ok - before.ok} calls answered, ` +
        `${refused - before.refused} refused with 503, ${cut - before.cut} cut off; ready after ${slowest} ms at most`,
    )
  }
  say(`longest recovery ${longest} ms after the database was back`)
  if (longest > mostMsToRecover) context.problems.push(`it took ${longest} ms to be ready again`)
}

/** Starts a job that the fault hits while the job is waiting, running or about to finish. */
async function askForJob(context: Context) {
  const wanted = { list: 'brand', format: 'xlsx', columns: ['name'] }
  const { address, sessions, exports } = context
  const caller = { address, headers: sessions[exports.length % sessions.length] ?? {} }
  const { id } = await onceNotBusy(() => callExports(caller, 'POST', '', wanted))
  exports.push({ caller, id })
  await delay(context.random() * 300)
}

/** Fifty people keep the database busy, so a request may get a 503: it is sent again, as a browser would. */
async function onceNotBusy<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await send()
    } catch (error) {
      if (tries === 20 || !String(error).includes('answered 503')) throw error
      await delay(500)
    }
}

/** Every accepted job must finish, and so must a new one. */
async function mustDoJobs(context: Context, say: Say) {
  await askForJob(context)
  const began = Date.now()
  for (const { caller, id } of context.exports) await untilExported(caller, id)
  say(
    `all ${context.exports.length} workbooks are written ${Date.now() - began} ms after the last was asked for`,
  )
}

async function compare(context: Context, calls: Calls, say: Say) {
  const { postgres, problems } = context
  const counts = await storedWrites(postgres.url(database))
  const acked = [...calls.acked]
  const stored = acked.filter((key) => counts.record.has(key) && counts.line.has(key)).length
  const duplicated = [...calls.sent].filter(
    (key) => (counts.record.get(key) ?? 0) > 1 || (counts.line.get(key) ?? 0) > 1,
  ).length
  const deaths = deathsIn(context)
  say(`deaths ${deaths}; ${calls.sent.size} writes sent; slowest answer ${calls.slowestMs} ms`)
  if (deaths > 0) problems.push(`${deaths} processes died`)
  for (const [what, times] of calls.strange) problems.push(`${times} times: ${what}`)
  return { acked: acked.length, stored, lost: acked.length - stored, duplicated, problems }
}
