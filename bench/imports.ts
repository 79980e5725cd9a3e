import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { peakMb } from '../scripts/peak-memory.ts'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'
import { callImports, untilImport } from '../scripts/product-calls.ts'
import { firstState } from '../server/src/features/assets/assets.ts'
import { actorOf } from '../server/src/features/identity/identity.ts'
import { applyRange } from '../server/src/features/imports/apply/merge.ts'
import { noOwnChanges } from '../server/src/features/imports/apply/own-changes.ts'
import { checkRows, meaningOf } from '../server/src/features/imports/plan/check.ts'
import { matchHeaders } from '../server/src/features/imports/plan/columns.ts'
import { openDatabase } from '../server/src/kernel/db/db.ts'
import { columns, writeImportFile } from './import-file.ts'
import { load } from './load.ts'
import type { Bench, Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

const organisation = 50_000
const endless = { connections: 4, waiters: 10, statementMs: 0, lockMs: 0 }
const listPath = '/api/assets?location=indore&state=working&size=25'

/** As a person does it: upload, wait for the preview, apply, wait for the end. */
export async function throughTheProduct(product: Product, file: string) {
  const started = performance.now()
  const { _id } = await callImports(product, 'POST', '?fileName=assets.csv', await openAsBlob(file))
  await untilImport(product, _id, 'ready')
  const ready = performance.now()
  await callImports(product, 'POST', `/${_id}/apply`)
  const { counts } = await untilImport(product, _id, 'done')
  return { counts, checkSeconds: (ready - started) / 1000, seconds: (performance.now() - started) / 1000 }
}

/** psql \copy into the same table, then the same check and the same merge, each in one step. */
async function byHand(postgres: Postgres, file: string) {
  const url = postgres.url('bare')
  const { db, close } = openDatabase(url, endless)
  try {
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@example.com')
      .executeTakeFirstOrThrow()
    const id = '00000000-0000-7000-8000-00000000bbbb'
    const table = `staging.rows_${id.replaceAll('-', '')}`
    const cells = columns.map((_, at) => `c${at} text`).join(', ')
    const names = columns.map((_, at) => `c${at}`).join(', ')
    const started = performance.now()
    await run(join(postgres.bin ?? '', 'psql'), [
      ...[
        '-qc',
        `create unlogged table ${table} (row serial, longer boolean default false, ${cells}, unreadable smallint[])`,
      ],
      ...[
        '-c',
        `\\copy ${table} (${names}) from '${file}' (format csv, header)`,
        '-c',
        `analyze ${table}`,
        url,
      ],
    ])
    const actor = await actorOf(db, userId, 'by hand')
    if (actor === undefined) throw new Error('The administrator is missing')
    await db
      .insertInto('imports')
      .values({ id, user_id: userId, file_name: 'assets.csv', file: 'none', kind: 'csv', status: 'done' })
      .execute()
    const fallback = { name: null, placeId: null, seriesId: null, stateId: await firstState(db) }
    const meaning = await meaningOf(db, actor, matchHeaders(columns, new Map(), []))
    await checkRows(db, actor, id, meaning, fallback)
    await db
      .transaction()
      .execute((tx) => applyRange(tx, actor, id, { from: 0, to: 2 ** 31 - 1, own: noOwnChanges }))
    return (performance.now() - started) / 1000
  } finally {
    await close()
  }
}

export async function roomsOf(url: string): Promise<string[][]> {
  const rooms = await onDatabase<{ path: string[] }>(
    url,
    `select array[c.name, m.name, p.name, a.name, r.name] as path from places r
     join places c on c.id = r.city_id join places m on m.id = r.mm_id
     join places p on p.id = r.property_id join places a on a.id = r.aou_id
     where r.kind = 'room' order by r.id`,
  )
  return rooms.map(({ path }) => path)
}

async function loopDelayMs({ metrics }: Product) {
  const text = await (await fetch(metrics)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)/m.exec(text)?.[1] ?? 0) * 1000
}

/**
 * The response time of the list for a person who requests it twenty times a second: the 95th percentile.
 * `ownLag` is how late this process's own timers fire, which is the delay that the machine causes for
 * everybody.
 */
async function looking(product: Product, goesOn: () => boolean) {
  const times: number[] = []
  let lag = 0
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  while (goesOn() || times.length < 100) {
    const { p50 } = await load(product.address, listPath, product.headers, { seconds: 0, connections: 1 })
    times.push(p50)
    await delay(50)
    if (times.length % 20 === 0) lag = Math.max(lag, await loopDelayMs(product))
  }
  ownDelay.disable()
  times.sort((a, b) => a - b)
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, lag, ownLag: ownDelay.percentile(99) / 1e6 }
}

async function whileItRuns(product: Product, work: Promise<unknown>) {
  let over = false
  const ended = work.finally(() => {
    over = true
  })
  const [seen] = await Promise.all([looking(product, () => !over), ended])
  return seen
}

const line = (name: string, bare: number, api: number, limit: number): Measurement => ({
  ...{ name, bare, api, limit },
  ...{ p50: 0, p99: 0 },
})

/** A file in which two rows in a hundred are wrong, against the same work with psql on a copy of the same database. */
export const imports: Bench = async (postgres, { rows }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ats-bench-import-'))
  const file = join(folder, 'assets.csv')
  const copy = () =>
    onDatabase(
      postgres.url(),
      'drop database if exists bare with (force)',
      `create database bare template ${database}`,
    )
  const product = await startProduct(postgres, organisation, async () => void (await copy()))
  try {
    await writeImportFile(file, { rows, rooms: await roomsOf(postgres.url(database)) })
    const idle = await looking(product, () => false)
    const work = throughTheProduct(product, file)
    const others = await whileItRuns(product, work)
    const { counts, seconds, checkSeconds } = await work
    const peak = peakMb(product.worker.pid)
    await product.stop()
    const bare = await byHand(postgres, file)
    console.log(
      `import of ${rows} rows (${JSON.stringify(counts)}): ${seconds.toFixed(1)} s, ${checkSeconds.toFixed(1)} s of it until the preview; by hand ${bare.toFixed(1)} s; the worker's memory at its highest ${peak.toFixed(0)} MB`,
    )
    return [
      line('import', rows / bare, rows / seconds, 0.9),
      line('list-while-importing', others.p95, idle.p95, 0.333),
      line('event-loop-while-importing', others.lag, 100 + others.ownLag, 1),
    ]
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
