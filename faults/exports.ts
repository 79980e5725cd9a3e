import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { callExports, untilExported } from '../scripts/product-calls.ts'
import { root } from '../scripts/sources.ts'
import type { Fault } from './ledger.ts'
import { type RunningProduct, startProduct } from './product.ts'

const isShort = process.env.CI !== undefined
const rows = isShort ? 80_000 : 600_000
const wantedKills = isShort ? 1 : 5
const database = 'exporting'
/** Time for a worker to finish its start-up after it listens for jobs. */
const settleMs = 4000
/** One listener for jobs and one for the ledger. */
const listenersEach = 2

const brands = `insert into brands (name) select 'Brand ' || lpad(n::text, 7, '0') from generate_series(1, ${rows}) as n`

async function startExport(product: RunningProduct) {
  const { id } = await callExports(product, 'POST', '', {
    list: 'brand',
    format: 'xlsx',
    columns: ['name', 'id'],
  })
  return id
}

/** True once the export is being written: the unfinished file exists and grows. */
const isBeingWritten = (folder: string, id: string, except: readonly string[] = []) =>
  readdir(folder).then(
    (names) => names.some((name) => name.startsWith(id) && name.endsWith('.part') && !except.includes(name)),
    () => false,
  )

/** The names in a workbook, in the order of its rows. */
async function namesIn(path: string): Promise<string[]> {
  const child = spawn(process.execPath, ['server/src/features/imports/file/xlsx-to-csv.ts', path], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const names: string[] = []
  for await (const line of createInterface({ input: child.stdout })) names.push(line.split(',')[0] ?? '')
  return names.slice(1)
}

/** Kills the worker while it writes, and starts another as a supervisor would. */
async function disturbed(product: RunningProduct, folder: string, random: () => number) {
  let worker = product.startWorker()
  const id = await startExport(product)
  for (let kill = 0; kill < wantedKills; kill += 1) {
    const before = await readdir(folder).catch(() => [])
    await eventually(() => isBeingWritten(folder, id, before), 60_000, 20)
    await delay(100 + random() * 800)
    worker.kill('SIGKILL')
    worker = product.startWorker()
  }
  const said = await untilExported(product, id)
  return { id, said, worker }
}

/** How long it takes until a running worker takes over the job of a killed one. */
async function takenOver(postgres: Postgres, product: RunningProduct, folder: string) {
  const [first, second] = [product.startWorker(), product.startWorker()]
  await eventually(async () => (await listeners(postgres)) === 2 * listenersEach, 60_000, 200)
  await delay(settleMs)
  // While it is stopped, the first worker gets the job.
  second.kill('SIGSTOP')
  const id = await startExport(product)
  await eventually(() => isBeingWritten(folder, id), 60_000, 20)
  second.kill('SIGCONT')
  const before = await readdir(folder)
  first.kill('SIGKILL')
  const killed = Date.now()
  await eventually(() => isBeingWritten(folder, id, before), 120_000, 100)
  const ms = Date.now() - killed
  const said = await untilExported(product, id)
  return { id, said, ms, worker: second }
}

const listeners = async (postgres: Postgres) => {
  const query = `select count(*)::int as count from pg_stat_activity where datname = '${database}' and query ilike 'listen%'`
  return (await onDatabase<{ count: number }>(postgres.url(), query))[0]?.count
}

async function whatIsThere(postgres: Postgres) {
  const lines = await onDatabase<{ name: string }>(postgres.url(database), 'select name from brands')
  return new Set(lines.map(({ name }) => name))
}

export const exports: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-export-'))
  const folder = join(dataDir, 'exports')
  try {
    const product = await startProduct(postgres, database, dataDir)
    await onDatabase(postgres.url(database), brands, 'analyze brands')
    const wanted = await whatIsThere(postgres)
    const one = await disturbed(product, folder, random)
    await stopProcess(one.worker, 'SIGTERM', 20_000)
    const two = await takenOver(postgres, product, folder)
    await stopProcess(two.worker, 'SIGTERM', 20_000)
    await product.stop()
    say(`${wantedKills} kills during one export of ${wanted.size} rows`)
    say(`a worker that runs already took over ${(two.ms / 1000).toFixed(1)} s after the kill`)
    return await compare(folder, wanted, [one, two])
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compare(folder: string, wanted: Set<string>, made: { id: string; said: number }[]) {
  const ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] as string[] }
  for (const { id, said } of made) {
    const names = await namesIn(join(folder, `${id}.xlsx`))
    const there = new Set(names)
    ledger.acked += wanted.size
    ledger.stored += names.length
    ledger.lost += [...wanted].filter((name) => !there.has(name)).length
    ledger.duplicated += names.length - there.size
    if (said !== names.length) ledger.problems.push(`it said ${said} rows and holds ${names.length}`)
  }
  const files = new Set(made.map(({ id }) => `${id}.xlsx`))
  const strays = (await readdir(folder)).filter((name) => !files.has(name))
  if (strays.length > 0) ledger.problems.push(`left behind: ${strays.join(', ')}`)
  return ledger
}
