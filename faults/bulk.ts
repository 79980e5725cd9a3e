import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { callBulk, callBulkJobs, callMasters } from '../scripts/product-calls.ts'
import type { Fault, Ledger } from './ledger.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** In CI there are fewer assets and kills; the full run takes two minutes. */
const isShort = process.env.CI !== undefined
const count = isShort ? 12_000 : 40_000
const killsEach = isShort ? 1 : 3
const database = 'bulk'

const stock = [
  "insert into asset_names (name) values ('Chair'), ('Seat')",
  `insert into places (kind, name, parent_id)
    select 'mm', 'Campus', id from places where kind = 'city' and name = 'Indore'`,
  `with made as (
    insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'E2801170' || lpad(to_hex(n), 16, '0'), (select id from asset_names where name = 'Chair'),
      (select id from asset_states order by name limit 1),
      (select id from places where kind = 'mm' and name = 'Campus')
    from generate_series(1, ${count}) as n returning id, rfid_tag
  ) insert into asset_tags (asset_id, rfid_tag) select id, rfid_tag from made`,
  'analyze assets',
]

/** What each asset must show after a piece of work: its state, and one ledger entry. */
type Work = { name: string; start: () => Promise<{ _id: string }>; isDone: string; isLine: string }

const place = (kind: string, name: string) =>
  `(select id from places where kind = '${kind}' and name = '${name}')`
const attached = '(select count(*) from asset_tags t where t.asset_id = a.id and t.detached_at is null)'

/** They run one after the other, so that each starts from the result of the previous one. */
function works(product: RunningProduct, ids: Record<string, string>): Work[] {
  let deletion = ''
  const masters = (method: string, path: string, body: object) => callMasters(product, method, path, body)
  return [
    {
      name: 'deleted',
      start: async () => {
        const job = await callBulk(product, { filter: { location: 'indore' }, action: 'delete' })
        deletion = job._id
        return job
      },
      isDone: `version = 2 and deleted_at is not null and ${attached} = 0`,
      isLine: "e.action = 'asset.deleted'",
    },
    {
      name: 'restored',
      start: () => callBulkJobs(product, 'POST', `/${deletion}/undo`),
      isDone: `version = 3 and deleted_at is null and ${attached} = 1`,
      isLine: "e.action = 'asset.restored'",
    },
    {
      name: 'merged',
      start: () => masters('POST', `asset-name/${ids.chair}/merge`, { into: ids.seat }),
      isDone: "version = 4 and name_id = (select id from asset_names where name = 'Seat')",
      isLine: "e.action = 'asset.changed' and e.after ? 'assetName'",
    },
    {
      name: 'moved',
      start: () => masters('PATCH', `mm/${ids.campus}`, { parentId: ids.pune }),
      isDone: `version = 4 and city_id = ${place('city', 'Pune')} and mm_id = ${place('mm', 'Campus')}`,
      isLine: "e.action = 'asset.changed' and e.after ? 'place'",
    },
  ]
}

/** The ids for the requests: two masters, a place and its new parent. */
async function idsOf(postgres: Postgres) {
  const [ids] = await onDatabase<Record<string, string>>(
    postgres.url(database),
    `select (select id from asset_names where name = 'Chair') as chair,
      (select id from asset_names where name = 'Seat') as seat,
      ${place('mm', 'Campus')} as campus, ${place('city', 'Pune')} as pune`,
  )
  return ids ?? {}
}

/** Counts the assets in the final state, and the assets by their number of ledger entries for this work. */
async function countTraces(postgres: Postgres, { isDone, isLine }: Work, acked: number): Promise<Ledger> {
  const rows = await onDatabase<{ done: boolean; lines: number; assets: number }>(
    postgres.url(database),
    `select done, lines, count(*)::int as assets from (
      select ${isDone} as done, (select count(*)::int from events e
        where e.record_kind = 'asset' and e.record_id = a.id and ${isLine}) as lines
      from assets a) as traces group by 1, 2`,
  )
  const sum = (test: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(test).reduce((all, { assets }) => all + assets, 0)
  const stored = sum(({ done, lines }) => done && lines >= 1)
  const duplicated = sum(({ lines }) => lines > 1)
  return { acked, stored, lost: Math.max(0, acked - stored), duplicated, problems: [] }
}

/** Kills the worker repeatedly during a job, and starts another as a supervisor would. */
async function disturbed(product: RunningProduct, random: () => number, id: string, kills: number) {
  let worker = product.startWorker()
  let killed = 0
  const job = () => callBulkJobs(product, 'GET', `/${id}`)
  for (let seen = 0; killed < kills; killed += 1) {
    const isPast = async () => {
      const { status, done } = await job()
      const moved = done > seen
      if (moved) seen = done
      return moved || status === 'done'
    }
    await eventually(isPast, 60_000, 10)
    await delay(random() * 300)
    if ((await job()).status === 'done') break
    worker.kill('SIGKILL')
    worker = product.startWorker()
  }
  await eventually(async () => (await job()).status === 'done', 120_000, 100)
  await stopProcess(worker, 'SIGTERM', 20_000)
  return { killed, job: await job() }
}

/** Work on many assets, including merges and moves; its worker is killed with -9 in the middle of each. */
export const bulk: Fault = async ({ random, say }) => {
  const postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-bulk-'))
  const all: Ledger = { acked: 0, stored: 0, lost: 0, duplicated: 0, problems: [] }
  try {
    const product = await startProduct(postgres, database, dataDir)
    await onDatabase(postgres.url(database), ...stock)
    for (const work of works(product, await idsOf(postgres))) {
      const begun = Date.now()
      const { killed, job } = await disturbed(product, random, (await work.start())._id, killsEach)
      const traces = await countTraces(postgres, work, job.done)
      const seconds = ((Date.now() - begun) / 1000).toFixed(0)
      say(`${count} assets ${work.name}, ${killed} kills, stored ${traces.stored}; ${seconds} s`)
      for (const key of ['acked', 'stored', 'lost', 'duplicated'] as const) all[key] += traces[key]
      if (job.done !== count || job.failed !== 0)
        all.problems.push(`${work.name}: it said ${job.done} done and ${job.failed} failed of ${count}`)
      if (killed === 0) all.problems.push(`${work.name}: it was over before a worker could be killed`)
    }
    await product.stop()
    return all
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
