import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres.ts'
import { eventually, stopProcess } from '../scripts/processes.ts'
import { callBulk, callBulkJobs } from '../scripts/product-calls.ts'
import type { Fault, Ledger } from './ledger.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** In CI fewer assets and kills; the whole takes a minute. */
const isShort = process.env.CI !== undefined
const count = isShort ? 12_000 : 40_000
const wantedKills = isShort ? 3 : 8
const database = 'bulk'

const stock = [
  "insert into asset_names (name) values ('Chair') on conflict do nothing",
  `with made as (
    insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'E2801170' || lpad(to_hex(n), 16, '0'), (select id from asset_names where name = 'Chair'),
      (select id from asset_states order by name limit 1),
      (select id from places where kind = 'city' and name = 'Indore')
    from generate_series(1, ${count}) as n returning id, rfid_tag
  ) insert into asset_tags (asset_id, rfid_tag) select id, rfid_tag from made`,
  'analyze assets',
]

/** Every asset with its version, its ledger lines of a kind and its live tags. */
const traces = (postgres: Postgres, action: string) =>
  onDatabase<{ version: number; lines: number; tags: number; deleted: boolean; assets: number }>(
    postgres.url(database),
    `select version, lines, tags, deleted, count(*)::int as assets from (
      select version, deleted_at is not null as deleted,
        (select count(*)::int from events e where e.record_kind = 'asset' and e.record_id = a.id
          and e.action = '${action}') as lines,
        (select count(*)::int from asset_tags t where t.asset_id = a.id and t.detached_at is null) as tags
      from assets a) as traces group by 1, 2, 3, 4`,
  )

/** Kills the worker again and again while a job goes on, and starts another as whoever runs it would. */
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

function compare(
  rows: Awaited<ReturnType<typeof traces>>,
  wanted: { version: number; tags: number; deleted: boolean },
  acked: number,
): Ledger {
  const sum = (test: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(test).reduce((all, { assets }) => all + assets, 0)
  const isDone = (row: (typeof rows)[number]) =>
    row.version === wanted.version && row.tags === wanted.tags && row.deleted === wanted.deleted
  const stored = sum((row) => isDone(row) && row.lines >= 1)
  const duplicated = sum(({ lines, version }) => lines > 1 || version > wanted.version)
  return { acked, stored, lost: Math.max(0, acked - stored), duplicated, problems: [] }
}

/** A deletion of many assets whose worker is killed -9 in the middle, and its undo likewise. */
export const bulk: Fault = async ({ random, say }) => {
  const begun = Date.now()
  const postgres = await startPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-faults-bulk-'))
  try {
    const product = await startProduct(postgres, database, dataDir)
    await onDatabase(postgres.url(database), ...stock)
    const half = Math.ceil(wantedKills / 2)
    const started = await callBulk(product, { filter: { location: 'indore' }, action: 'delete' })
    const one = await disturbed(product, random, started._id, half)
    const deleted = compare(
      await traces(postgres, 'asset.deleted'),
      { version: 2, tags: 0, deleted: true },
      one.job.done,
    )
    const undoing = await callBulkJobs(product, 'POST', `/${started._id}/undo`)
    const two = await disturbed(product, random, undoing._id, wantedKills - half)
    const restored = compare(
      await traces(postgres, 'asset.restored'),
      { version: 3, tags: 1, deleted: false },
      two.job.done,
    )
    await product.stop()
    const seconds = ((Date.now() - begun) / 1000).toFixed(0)
    say(
      `${one.killed} kills while ${count} assets were deleted, ${two.killed} while they came back; ${seconds} s`,
    )
    const said = [one, two].filter(({ job }) => job.done !== count || job.failed !== 0)
    return {
      acked: deleted.acked + restored.acked,
      stored: deleted.stored + restored.stored,
      lost: deleted.lost + restored.lost,
      duplicated: deleted.duplicated + restored.duplicated,
      problems: [
        ...said.map(({ job }) => `it said ${job.done} done and ${job.failed} failed of ${count}`),
        ...(one.killed + two.killed === 0 ? ['it was over before a worker could be killed'] : []),
      ],
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
