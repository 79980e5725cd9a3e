import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedDemoPeople } from '#features/identity/demo.ts'
import { seedDemoPlaces } from '#features/places/demo.ts'
import { testApp } from '#test/app.ts'
import { seedDemoYear } from './demo.ts'

const t = await testApp()

beforeAll(async () => {
  await seedDemoPlaces(t.db)
  await seedDemoPeople(t.db)
  await seedDemoYear(t, t.ownerUrl)
}, 180_000)

const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(t.db)).rows[0]

test('the organisation has its assets, pictures, holders and a year of work by different people', async () => {
  const figures = await one(sql<Record<string, number>>`select
    (select count(*)::int from assets) as assets,
    (select count(*)::int from assets where image is not null) as pictures,
    (select count(*)::int from assets where assigned_user_id is not null) as held,
    (select count(*)::int from state_changes where status = 'pending' and image is not null) as waiting,
    (select count(*)::int from access_requests where status = 'pending') as applicants,
    (select count(*)::int from imports where status = 'ready' and (counts ->> 'wrong')::int > 0) as correcting,
    (select count(*)::int from help_requests where status = 'waiting') as questions,
    (select count(*)::int from help_requests where status = 'answered' and image is not null) as answers,
    (select count(distinct actor_id)::int from events) as people,
    (select count(distinct date_trunc('month', at))::int from events) as months`)
  expect(figures).toMatchObject({
    assets: 2500,
    waiting: 12,
    applicants: 2,
    correcting: 1,
    questions: 1,
    answers: 1,
  })
  expect(figures?.pictures).toBeGreaterThanOrEqual(500)
  expect(figures?.held).toBeGreaterThan(300)
  expect(figures?.people).toBeGreaterThan(9)
  expect(figures?.months).toBeGreaterThanOrEqual(12)
})

test('six readers saw things, some of them where they do not belong', async () => {
  const figures = await one(sql<Record<string, number>>`select
    (select count(*)::int from readers) as readers,
    (select count(*)::int from last_seen where place_id is not null) as seen,
    (select count(*)::int from movements) as movements,
    (select count(*)::int from seen_elsewhere) as elsewhere,
    (select count(*)::int from unknown_tags where inventory_id is null) as unknown`)
  expect(figures).toMatchObject({ readers: 6, unknown: 1 })
  expect(figures?.seen).toBeGreaterThan(30)
  expect(figures?.movements).toBeGreaterThan(figures?.seen ?? 0)
  expect(figures?.elsewhere).toBeGreaterThan(2)
})

test('counters say what is in each place and state', async () => {
  const { rows } = await sql`
    select node, state_id, count(*) filter (where deleted_at is null)::int as live,
      count(*) filter (where deleted_at is not null)::int as deleted
    from assets cross join lateral (
      select distinct node from unnest(array[city_id, mm_id, property_id, aou_id, place_id]) as node where node is not null
    ) as nodes
    group by node, state_id
    except
    select place_id, state_id, sum(live)::int, sum(deleted)::int from asset_counters group by place_id, state_id`.execute(
    t.db,
  )
  expect(rows).toEqual([])
})

test('versions follow each other without a gap, and the last is the asset as it is', async () => {
  const { rows } = await sql`
    select asset_id from (
      select asset_id, valid_to, lead(valid_from) over (partition by asset_id order by valid_from) as next
      from asset_versions) as spans
    where next is distinct from nullif(valid_to, 'infinity')`.execute(t.db)
  expect(rows).toEqual([])
  const { rows: differing } = await sql`
    select id, state_id, place_id, assigned_user_id, name_id, brand_id, vendor_id from assets
    except
    select asset_id, state_id, place_id, assigned_user_id, name_id, brand_id, vendor_id from asset_versions
    where coalesce(valid_to, 'infinity') = 'infinity'`.execute(t.db)
  expect(differing).toEqual([])
})

test('the ledger begins with the registration of each asset, at its time, and none of it is to come', async () => {
  const { rows } = await sql`
    select assets.id from assets left join lateral (
      select action, at from events where record_kind = 'asset' and record_id = assets.id order by id limit 1
    ) as first on true
    where first.action is distinct from 'asset.registered' or abs(extract(epoch from first.at - registered_at)) > 1`.execute(
    t.db,
  )
  expect(rows).toEqual([])
  const later = await one(sql<{ count: number }>`select count(*)::int as count from events where at > now()`)
  expect(later?.count).toBe(0)
  const order = await one(sql<{ count: number }>`select count(*)::int as count from (
    select at < lag(at) over (order by id) as back from events where record_kind <> 'access-request') as lines where back`)
  expect(order?.count).toBe(0)
})

test('people work on working days, between eight and nine', async () => {
  const { rows } = await sql`select at from events where actor_id is not null
    and (extract(hour from at at time zone 'Asia/Kolkata') not between 8 and 20
      or extract(isodow from at at time zone 'Asia/Kolkata') = 7)`.execute(t.db)
  expect(rows).toEqual([])
})

test('one inventory is approved, one is being counted with discrepancies, and one is planned', async () => {
  const { rows } = await sql<{ status: string; expected: number; found: number; others: number }>`
    select status, count(*) filter (where item.kind = 'expected')::int as expected,
      count(*) filter (where class in ('found', 'misplaced'))::int as found,
      count(*) filter (where class in ('misplaced', 'unknown', 'not-found'))::int as others
    from inventories left join inventory_items as item on item.inventory_id = inventories.id
    group by inventories.id order by inventories.number`.execute(t.db)
  expect(rows.map(({ status }) => status)).toEqual(['approved', 'counting', 'planned'])
  for (const { expected, found, others } of rows.slice(0, 2)) {
    expect(found).toBeGreaterThan(expected / 3)
    expect(others).toBeGreaterThan(3)
    expect(found).toBeLessThan(expected)
  }
  const approved =
    await one(sql`select total - found > 0 as missing, misplaced > 0 as moved, started_on < approved_at::date
    as earlier from inventories where status = 'approved'`)
  expect(approved).toEqual({ missing: true, moved: true, earlier: true })
})
