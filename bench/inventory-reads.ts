import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { type Caller, signInAsNew } from '../scripts/product-calls.ts'
import { post } from './inventory-calls.ts'
import { startWholeInventory } from './inventory-steps.ts'
import { compare, type Effort, type Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'
import { type Statement, statementsDuring } from './statements.ts'

const organisation = 50_000
const devices = 8
const readsASweep = 2500
/** The settings that the product's own connections have. */
const options = '-c timezone=UTC -c jit=off -c random_page_cost=1.1'

type Sweep = { device: number; body: string; reads: number }

/** Everything that is expected in a property, read twice: by two devices, one after the other. */
async function sweepsOf(url: string, id: string): Promise<Sweep[][]> {
  const rows = await onDatabase<{ place: string; tags: string[] }>(
    url,
    `select places.property_id as place, array_agg(tag order by item.id) as tags
     from inventory_items as item join places on places.id = item.expected_place_id
     where item.inventory_id = '${id}' and tag is not null and places.property_id is not null
     group by 1 order by 1`,
  )
  let device = 0
  const deviceIds = Array.from({ length: devices }, () => randomUUID())
  return rows.map(({ place, tags }) =>
    [...batchesOf(tags), ...batchesOf(tags)].map((batch) => {
      device = (device + 1) % devices
      const at = new Date().toISOString()
      const body = JSON.stringify({
        ...{ sweepId: randomUUID(), deviceId: deviceIds[device], device: 'A reader', placeId: place },
        reads: batch.map((tag, index) => ({ tag, at, rssi: -40 - (index % 30) })),
      })
      return { device, body, reads: batch.length }
    }),
  )
}

const batchesOf = (tags: readonly string[]) =>
  Array.from({ length: Math.ceil(tags.length / readsASweep) }, (_, n) =>
    tags.slice(n * readsASweep, (n + 1) * readsASweep),
  )

/** Each device sends its sweeps one after the other; all devices work at the same time. */
async function perSecond<T extends { reads: number }>(
  sweeps: readonly T[],
  deviceOf: (sweep: T) => number,
  send: (sweep: T, device: number) => Promise<number>,
) {
  const times: number[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: devices }, async (_, device) => {
      for (const sweep of sweeps) if (deviceOf(sweep) === device) times.push(await send(sweep, device))
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const reads = sweeps.reduce((sum, sweep) => sum + sweep.reads, 0)
  times.sort((a, b) => a - b)
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: reads / seconds, p50: share(0.5), p99: share(0.99) }
}

const ofDevice = ({ device }: { device: number }) => device

async function countersOf(product: Product): Promise<Caller[]> {
  const callers: Caller[] = []
  for (let one = 0; one < devices; one += 1)
    callers.push({ address: product.address, headers: await signInAsNew(product, `Counter ${one}`) })
  return callers
}

type Recorded = { device: number; reads: number; statements: Statement[] }

/** The statements of every sweep, in the order of the sweeps. */
async function recordSweeps(postgres: Postgres, path: string, callers: Caller[], sweeps: Sweep[]) {
  const statements = await statementsDuring(postgres, database, async () => {
    for (const { device, body } of sweeps) await post(callers[device] as Caller, path, body)
  })
  const ends = statements.flatMap(({ text }, at) => (text === 'commit' ? [at] : []))
  if (ends.length !== sweeps.length)
    throw new Error(`${ends.length} transactions were recorded for ${sweeps.length} sweeps`)
  return sweeps.map(({ device, reads }, index): Recorded => {
    const from = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1
    return { device, reads, statements: statements.slice(from, (ends[index] ?? 0) + 1) }
  })
}

const nameOf = (text: string) => createHash('md5').update(text).digest('hex')

/** The same statements, prepared, with the same values, and nothing around them. */
async function runBare(client: pg.Client, { statements }: Recorded) {
  const started = performance.now()
  for (const { text, values } of statements)
    await client.query(values.length === 0 ? { text } : { name: nameOf(text), text, values })
  return performance.now() - started
}

/** Both sides must end with the same data. */
const outcome = `select
  (select jsonb_build_object('reads', sum(count), 'rows', count(*), 'strongest', sum(rssi)) from inventory_reads) as reads,
  (select jsonb_object_agg(class, count) from (select class, count(*) from inventory_items group by 1) as classes) as items,
  (select jsonb_build_object('found', sum(found), 'weak', sum(weak), 'unresolved', sum(unresolved))
    from inventory_counts) as counts`

const copyOf = (postgres: Postgres, from: string, to: string) =>
  onDatabase(
    postgres.url(),
    `drop database if exists ${to} with (force)`,
    `create database ${to} template ${from}`,
  )

/** An inventory that is being counted, in three databases: one for recording, one for bare SQL and one for the API. */
async function prepare(postgres: Postgres, assets: number, rounds: number) {
  const first = await startProduct(postgres, { inIndore: assets })
  let prepared: { id: string; callers: Caller[]; sweeps: Sweep[][] }
  try {
    const { id } = await startWholeInventory(first, 'city')
    const properties = await sweepsOf(postgres.url(database), id)
    const sweeps = Array.from({ length: rounds }, (_, round) =>
      properties.filter((_one, index) => index % rounds === round).flat(),
    )
    prepared = { id, callers: await countersOf(first), sweeps }
  } finally {
    await first.stop()
  }
  await onDatabase(postgres.url(database), 'vacuum analyze')
  await copyOf(postgres, database, 'bare')
  await copyOf(postgres, database, 'fresh')
  return prepared
}

const at = (product: Product, callers: Caller[]) =>
  callers.map(({ headers }): Caller => ({ address: product.address, headers }))

/** Reads through the API, against the statements that were recorded for the same reads on a copy of the database. */
export async function inventoryReads(postgres: Postgres, effort: Effort): Promise<Measurement> {
  const { rounds } = effort
  const { id, callers, sweeps } = await prepare(postgres, Math.min(effort.assets, organisation), rounds)
  const path = `/api/v1/inventories/${id}/reads`
  const recording = await startProduct(postgres, 'kept')
  const recorded: Recorded[][] = []
  try {
    for (const some of sweeps) recorded.push(await recordSweeps(postgres, path, at(recording, callers), some))
  } finally {
    await recording.stop()
  }
  await copyOf(postgres, 'fresh', database)
  const product = await startProduct(postgres, 'kept')
  const people = at(product, callers)
  const clients = people.map(() => new pg.Client({ connectionString: postgres.url('bare'), options }))
  try {
    for (const client of clients) await client.connect()
    const [bareRounds, apiRounds] = [recorded.values(), sweeps.values()]
    const best = await compare(
      rounds,
      () =>
        perSecond(bareRounds.next().value ?? [], ofDevice, (one, device) =>
          runBare(clients[device] as pg.Client, one),
        ),
      () =>
        perSecond(apiRounds.next().value ?? [], ofDevice, (one, device) =>
          post(people[device] as Caller, path, one.body),
        ),
      { bare: (one) => one.perSecond, api: (one) => one.perSecond },
    )
    const [mine] = await onDatabase(postgres.url(database), outcome)
    const [theirs] = await onDatabase(postgres.url('bare'), outcome)
    if (!isDeepStrictEqual(mine, theirs)) throw new Error('The two sides did not do the same')
    const { perSecond: api, p50, p99 } = best.api
    console.log(
      `reads: ${api.toFixed(0)} of ${best.bare.perSecond.toFixed(0)} a second; a sweep of ${readsASweep} p50 ${p50.toFixed(0)} ms (bare ${best.bare.p50.toFixed(0)} ms)`,
    )
    return { name: 'inventory-reads', bare: best.bare.perSecond, api, p50, p99, limit: 0.75 }
  } finally {
    for (const client of clients) await client.end()
    await product.stop()
  }
}
