import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PrintJob } from '@ats/contract/print-jobs.ts'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { type Caller, signIn } from '../scripts/product-calls.ts'
import { SimulatedPrinter } from '../server/test/printer.ts'
import type { Fault, Ledger } from './ledger.ts'
import { prepareProduct, productOf } from './product.ts'

const labels = Number(process.env.LABELS ?? 5_000)
const kills = 5
const database = 'printing'
const longestMs = Math.max(10 * 60_000, labels * 30)
const settings = { PRINTER_NETWORKS: '127.0.0.1' }

/** Assets without tags, in a place of their own. */
const stock = [
  "insert into asset_names (name) values ('Labelled chair')",
  `insert into places (kind, name, parent_id)
    select 'mm', 'Label campus', id from places where kind = 'city' and name = 'Indore'`,
  `insert into assets (name_id, state_id, place_id)
    select (select id from asset_names where name = 'Labelled chair'), (select id from asset_states order by name limit 1),
      (select id from places where name = 'Label campus') from generate_series(1, ${labels})`,
  'analyze assets',
]

async function post<T>({ address, headers }: Caller, path: string, body: object): Promise<T> {
  const answer = await fetch(`${address}/api/v1/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { ...headers, 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function startJob(admin: Caller, postgres: Postgres, { port }: SimulatedPrinter): Promise<PrintJob> {
  const [place] = await onDatabase<{ id: string }>(
    postgres.url(database),
    "select id from places where name = 'Label campus'",
  )
  type Made = { id: string }
  const series = await post<Made>(admin, 'tag-series', { name: 'Fault', scheme: 'private' })
  const printer = await post<Made>(admin, 'printers', { name: 'Fault', host: '127.0.0.1', port, dpi: 203 })
  const given = { design: 'asset-small', printerId: printer.id, seriesId: series.id }
  return post(admin, 'print-jobs', { ...given, filter: { placeId: place?.id } })
}

const jobNow = async ({ address, headers }: Caller, { id }: PrintJob) =>
  (await (await fetch(`${address}/api/v1/print-jobs/${id}`, { headers })).json()) as PrintJob

type Disturbed = {
  simulated: SimulatedPrinter
  workers: ChildProcess[]
  startWorker: () => ChildProcess
  random: () => number
}

/** Kills both workers and the printer five times, each at its share of the labels, in the middle of a label. */
async function disturb({ simulated, workers, startWorker, random }: Disturbed) {
  for (let kill = 1; kill <= kills; kill += 1) {
    const share = ((kill - random()) * labels) / kills
    await eventually(() => simulated.tags.length >= share, longestMs, 20)
    for (const worker of workers.splice(0)) await stopProcess(worker, 'SIGKILL', 10_000)
    workers.push(startWorker(), startWorker())
    await delay(1000 + random() * 2000)
    simulated.diesAfter = 1 + Math.floor(random() * 20)
    await eventually(() => simulated.diesAfter <= 0, longestMs, 20)
    await delay(random() * 2000)
    await simulated.start()
  }
}

type Row = { tag: string; entries: number }

/** Every asset with its tag, and its entries about a label with this tag. */
const assetsNow = (postgres: Postgres) =>
  onDatabase<Row>(
    postgres.url(database),
    `select rfid_tag as tag, (select count(*) from events where record_id = assets.id
       and action = 'asset.label-printed' and after ->> 'label' = rfid_tag)::int as entries
     from assets where place_id = (select id from places where name = 'Label campus') and tag_expected`,
  )

async function ledgerOf(postgres: Postgres, simulated: SimulatedPrinter, job: PrintJob): Promise<Ledger> {
  const assets = await assetsNow(postgres)
  const voids = await onDatabase<{ tag: string }>(postgres.url(database), 'select tag from void_tags')
  const isVoid = new Set(voids.map(({ tag }) => tag))
  const isPrinted = new Set(simulated.tags)
  const isOnAsset = new Set(assets.map(({ tag }) => tag))
  const chips = simulated.printed.flatMap(({ tag }) => tag ?? [])
  const count = (problem: string, found: number) => (found === 0 ? [] : [`${problem}: ${found}`])
  return {
    acked: job.printed,
    stored: assets.length,
    lost: labels - assets.filter(({ tag }) => isPrinted.has(tag)).length,
    duplicated: chips.length - new Set(chips).size + assets.length - isOnAsset.size,
    problems: [
      ...count(
        'labels that are neither on their asset nor void',
        simulated.tags.filter((tag) => !isOnAsset.has(tag) && !isVoid.has(tag)).length,
      ),
      ...count(
        'spoilt labels on an asset',
        simulated.printed.filter(({ tag, spoilt }) => spoilt && isOnAsset.has(tag ?? '')).length,
      ),
      ...count('assets without exactly one entry', assets.filter(({ entries }) => entries !== 1).length),
      ...(job.status === 'done' && job.printed === labels
        ? []
        : [`the job is ${job.status}: ${job.printed} printed`]),
    ],
  }
}

/** A simulated printer that spoils one label in a hundred; it and both workers are killed while they print. */
export const printing: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'ats-faults-printing-'))
  const simulated = await new SimulatedPrinter({ voids: 0.01, random }).start()
  const workers: ChildProcess[] = []
  try {
    await prepareProduct(postgres, database, folder)
    await onDatabase(postgres.url(database), ...stock)
    const { startApi, startWorker } = productOf(postgres, database, folder, undefined, settings)
    const api = await startApi()
    const admin = { address: api.address, headers: await signIn(api.address) }
    workers.push(startWorker(), startWorker())
    const job = await startJob(admin, postgres, simulated)
    const began = performance.now()
    await disturb({ simulated, workers, startWorker, random })
    const isOver = async () => ['done', 'stopped'].includes((await jobNow(admin, job)).status)
    await eventually(isOver, longestMs, 500)
    const seconds = (performance.now() - began) / 1000
    const ended = await jobNow(admin, job)
    const spoilt = simulated.printed.filter((label) => label.spoilt).length
    say(
      `${labels} labels in ${Math.round(seconds)} s (${Math.round(labels / seconds)} a second), ${kills} kills of workers and printer`,
    )
    say(`${ended.voided} numbers void, ${spoilt} of them of spoilt labels`)
    for (const worker of workers) await stopProcess(worker, 'SIGTERM', 20_000)
    await stopProcess(api.process, 'SIGTERM', 10_000)
    return await ledgerOf(postgres, simulated, ended)
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await simulated.die()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
