import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Bench, compare } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

const organisation = 50_000
const atOnce = 10_000

/** Pending requests of a person who does not decide; each round takes ten thousand of them. */
const pendingRequests = (rounds: number) => `
  insert into state_changes (asset_id, asset_version, from_state_id, to_state_id, reason, created_by)
  select assets.id, assets.version, assets.state_id,
    (select id from asset_states where id <> assets.state_id order by id limit 1), 'Measured',
    (select id from users where email <> 'admin@example.com' order by id limit 1)
  from assets where deleted_at is null order by assets.id limit ${rounds * atOnce}`

const idsOfRound = (round: number) =>
  `select id from state_changes order by number limit ${atOnce} offset ${round * atOnce}`

/** Both sides must end with the same data. */
const outcome = `select jsonb_build_object(
  'states', (select jsonb_object_agg(state_id, count) from (select state_id, count(*) from assets group by 1) s),
  'versions', (select sum(version) from assets),
  'counters', (select sum(live * hashtext(place_id::text || state_id::text)::bigint) from asset_counters),
  'requests', (select jsonb_object_agg(status, count) from (select status, count(*) from state_changes group by 1) s),
  'lines', (select jsonb_object_agg(action, count) from (select action, count(*) from events
    where action in ('asset.changed', 'state-change.accepted', 'state-change.stale') group by 1) s)) as outcome`

/**
 * One transaction for everything, as somebody with psql would write it: locks, requests, assets, two kinds of
 * ledger entries.
 */
async function byHand(client: pg.Client, ids: string[]) {
  const chosen = 'state_changes.id = any($1::uuid[])'
  const decider = "(select id from users where email = 'admin@example.com')"
  await client.query('begin')
  await client.query(
    `select count(*) from (select from assets where id in (select asset_id from state_changes where ${chosen})
     order by id for update) as locked`,
    [ids],
  )
  await client.query(
    `update state_changes set status = 'accepted', decided_by = ${decider}, decided_at = now(),
     asset_version = assets.version + 1 from assets where ${chosen} and status = 'pending' and assets.id = asset_id`,
    [ids],
  )
  await client.query(
    `update assets set state_id = to_state_id, version = version + 1 from state_changes
     where ${chosen} and assets.id = asset_id`,
    [ids],
  )
  await client.query(
    `insert into events (actor_id, action, record_kind, record_id, place_id, readable_id, record_name, before, after,
       request_id)
     select ${decider}, 'asset.changed', 'asset', assets.id, place_id, asset_tag_id(assets.number), asset_names.name,
       jsonb_build_object('assetState', f.name, 'stateId', f.id),
       jsonb_build_object('assetState', t.name, 'stateId', t.id), 'by hand'
     from state_changes join assets on assets.id = asset_id join asset_names on asset_names.id = name_id
     join asset_states f on f.id = from_state_id join asset_states t on t.id = to_state_id where ${chosen}`,
    [ids],
  )
  await client.query(`select record_state_changes('accepted', $1, ${decider}, 'by hand')`, [ids])
  await client.query('commit')
}

async function throughTheProduct({ address, headers }: Product, ids: string[]) {
  const answer = await fetch(`${address}/api/v1/state-changes/decide`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids, decision: 'accept' }),
  })
  const { done } = (await answer.json()) as { done?: number }
  if (done !== ids.length) throw new Error(`${done} of ${ids.length} were accepted`)
}

/**
 * Ten thousand requests accepted in one HTTP request, against the same work in one transaction on a copy of
 * the database.
 */
export const decisions: Bench = async (postgres, { rounds }) => {
  const prepare = async () => {
    await onDatabase(postgres.url(database), pendingRequests(rounds), 'vacuum analyze')
    await onDatabase(
      postgres.url(),
      'drop database if exists bare with (force)',
      `create database bare template ${database}`,
    )
  }
  const product = await startProduct(postgres, organisation, prepare)
  const client = new pg.Client({ connectionString: postgres.url('bare') })
  await client.connect()
  const side = (name: string, work: (ids: string[]) => Promise<void>) => {
    let round = 0
    return async () => {
      const ids = await onDatabase<{ id: string }>(postgres.url(name), idsOfRound(round++))
      const started = performance.now()
      await work(ids.map(({ id }) => id))
      return ids.length / ((performance.now() - started) / 1000)
    }
  }
  try {
    const { bare, api } = await compare(
      rounds,
      side('bare', (ids) => byHand(client, ids)),
      side(database, (ids) => throughTheProduct(product, ids)),
      { bare: (perSecond) => perSecond, api: (perSecond) => perSecond },
    )
    const [mine] = await onDatabase(postgres.url(database), outcome)
    const [theirs] = await onDatabase(postgres.url('bare'), outcome)
    if (!isDeepStrictEqual(mine, theirs)) throw new Error('The two sides did not do the same')
    const none = { p50: 0, p99: 0 }
    return [{ name: 'decisions', bare, api, ...none, limit: 0.5 }]
  } finally {
    await client.end()
    await product.stop()
  }
}
