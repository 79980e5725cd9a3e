import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { eventually } from '../scripts/processes.ts'
import { newClient } from '../server/src/kernel/db/connection.ts'
import { type Bench, compare, type Effort, type Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'
import { changes } from './webhooks.ts'

/** Sealing may cost at most three in a hundred changes per second. */
const limit = 0.97
/** A check reads, hashes twice and compares; a plain read only transfers. */
const verifyLimit = 0.03
const entries = 1_000_000

const isSealed = async (postgres: Postgres) => {
  const [state] = await onDatabase<{ open: boolean }>(
    postgres.url(database),
    `select until is not null or position is null or exists (select from events
       where xact >= pg_snapshot_xmin(position) and not pg_visible_in_snapshot(xact, position)) as open
     from ledger_sealing`,
  )
  return state?.open === false
}

/** Whoever holds the state seals: while the bench does, the worker waits. */
async function withoutSealing<T>(postgres: Postgres, work: () => Promise<T>): Promise<T> {
  const client = newClient(postgres.url(database), 'ats bench')
  await client.connect()
  try {
    await client.query('begin; select from ledger_sealing for update')
    return await work()
  } finally {
    await client.end()
  }
}

/** Changes of assets per second while the ledger is sealed, against the same without seals. */
async function writing(product: Product, postgres: Postgres, effort: Effort): Promise<Measurement> {
  const answer = await fetch(`${product.address}/api/assets?size=${effort.connections}`, {
    headers: product.headers,
  })
  const { assets } = (await answer.json()) as { assets: { _id: string }[] }
  const ids = assets.map(({ _id }) => _id)
  const sealed = () => eventually(() => isSealed(postgres), 120_000, 200)
  const plain = () => withoutSealing(postgres, () => changes(product, ids, effort))
  const sealing = async () => {
    await sealed()
    return changes(product, ids, effort)
  }
  await sealed()
  const { bare, api } = await compare(effort.rounds, plain, sealing, {
    bare: ({ perSecond }) => perSecond,
    api: ({ perSecond }) => perSecond,
  })
  return {
    name: 'changes while sealing',
    bare: bare.perSecond,
    api: api.perSecond,
    p50: api.p50,
    p99: api.p99,
    limit,
  }
}

const fill = (
  count: number,
) => `insert into events (actor_id, action, record_kind, record_id, readable_id, record_name, version, before, after, request_id)
  select uuidv7(), 'asset.changed', 'asset', uuidv7(), 'A' || line, 'Chair ' || line, 2,
    jsonb_build_object('brand', 'Old ' || line, 'price', line), jsonb_build_object('brand', 'New ' || line, 'price', line + 1),
    'bench-' || line
  from generate_series(1, ${count}) as line`

/** Entries that `ats ledger verify` checks per second, against a plain read of the same columns. */
async function verifying(product: Product, postgres: Postgres, { isShort }: Effort): Promise<Measurement> {
  const count = isShort ? entries / 20 : entries
  await onDatabase(postgres.url(database), fill(count))
  const began = performance.now()
  await eventually(() => isSealed(postgres), 600_000, 500)
  console.log(`${count} entries sealed in ${Math.round((performance.now() - began) / 1000)} s`)
  const [read] = await onDatabase<{ ms: number }>(
    postgres.url(database),
    `create temp table timing as select clock_timestamp() as began`,
    `select sum(length(events::text)) from events`,
    `select extract(epoch from clock_timestamp() - began) * 1000 as ms from timing`,
  )
  const checked = performance.now()
  const said = await product.ats('ledger', 'verify')
  const ms = performance.now() - checked
  console.log(said.trim())
  return {
    ...{
      name: `verify ${count} entries`,
      bare: (count / Number(read?.ms ?? 1)) * 1000,
      api: (count / ms) * 1000,
    },
    ...{ p50: ms, p99: ms, limit: verifyLimit },
  }
}

export const seals: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.neighbourAssets)
  try {
    return [await writing(product, postgres, effort), await verifying(product, postgres, effort)]
  } finally {
    await product.stop()
  }
}
