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

test('two rolls of labels are reserved from a number series, and one label is void', async () => {
  const figures = await one(sql<Record<string, number>>`select
    (select next_serial::int from tag_series) as next,
    (select count(*)::int from tag_blocks where reserved_at < now() - interval '5 days') as blocks,
    (select count(*)::int from void_tags) as voids`)
  expect(figures).toEqual({ next: 751, blocks: 2, voids: 1 })
})

test('a programme verifies the properties of a city, and some of it is late', async () => {
  const { rows } = await sql<{ lines: number; late: number }>`select count(*)::int as lines,
    count(*) filter (where due_on < current_date)::int as late from verification_lines`.execute(t.db)
  expect(rows[0]?.lines).toBeGreaterThan(1)
  expect(rows[0]?.late).toBeGreaterThan(0)
})

test('a tagging drive is under way, and one asset cannot be reached', async () => {
  const figures = await one(sql<Record<string, number>>`select
    (select count(*)::int from tagging_drives where created_at < now() - interval '2 days') as drives,
    (select count(*)::int from tag_associations where received_at < now() - interval '1 day') as tagged,
    (select count(*)::int from tagging_exceptions) as exceptions`)
  expect(figures).toEqual({ drives: 1, tagged: 1, exceptions: 1 })
})

test('assets, a cover and an inventory have papers, and one paper is on several assets', async () => {
  const { rows } = await sql<{ kind: string; papers: number; records: number }>`select record_kind as kind,
      count(distinct paper_id)::int as papers, count(distinct record_id)::int as records
    from paper_links group by 1 order by 1`.execute(t.db)
  expect(rows).toEqual([
    { kind: 'asset', papers: 8, records: expect.any(Number) },
    { kind: 'cover', papers: 1, records: 1 },
    { kind: 'inventory', papers: 1, records: 1 },
  ])
  expect(rows[0]?.records).toBeGreaterThan(8)
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

test('seven floors have plans, one with a picture, and readers look into several rooms of one', async () => {
  const { rows } = await sql<
    Record<'rooms' | 'shapes' | 'watched' | 'assets', number> & { picture: boolean }
  >`
    select (select count(*)::int from floor_rooms where floor_id = floors.id) as rooms,
      jsonb_array_length(shapes) as shapes, picture is not null as picture,
      (select count(*)::int from floor_rooms join read_points using (place_id) where floor_id = floors.id) as watched,
      (select count(*)::int from floor_rooms join assets using (place_id) where floor_id = floors.id) as assets
    from floors order by id`.execute(t.db)
  expect(rows).toHaveLength(7)
  for (const { rooms, assets } of rows) {
    expect(rooms).toBeGreaterThanOrEqual(8)
    expect(rooms).toBeLessThanOrEqual(14)
    expect(assets).toBeGreaterThan(rooms)
  }
  expect(rows.map(({ picture }) => picture).filter(Boolean)).toHaveLength(1)
  expect(Math.max(...rows.map(({ watched }) => watched))).toBe(3)
  expect(rows.every(({ shapes, picture }) => picture || shapes === 3)).toBe(true)
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
    select at < lag(at) over (order by id) as back from events where record_kind not in ('access-request', 'certificate')) as lines where back`)
  expect(order?.count).toBe(0)
})

test('people work on working days, between eight and nine', async () => {
  const { rows } = await sql`select at from events where actor_id is not null
    and (extract(hour from at at time zone 'Asia/Kolkata') not between 8 and 20
      or extract(isodow from at at time zone 'Asia/Kolkata') = 7)`.execute(t.db)
  expect(rows).toEqual([])
})

test('the last approved inventory has a certificate that two people signed', async () => {
  const { rows } = await sql<{ signatures: number; isOfLast: boolean }>`
    select (select count(*)::int from certificate_signatures where certificate_id = certificates.id) as signatures,
      approved_at = (select max(approved_at) from inventories) as "isOfLast"
    from certificates join inventories on inventories.id = certificates.inventory_id`.execute(t.db)
  expect(rows).toEqual([{ signatures: 2, isOfLast: true }])
})

test('a year of inventories is approved with rising accuracy, one is being counted, one overdue, one planned', async () => {
  const { rows } = await sql<{ status: string; expected: number; found: number; others: number }>`
    select status, count(*) filter (where item.kind = 'expected')::int as expected,
      count(*) filter (where class in ('found', 'misplaced'))::int as found,
      count(*) filter (where class in ('misplaced', 'unknown', 'not-found'))::int as others
    from inventories left join inventory_items as item on item.inventory_id = inventories.id
    where status <> 'approved' group by inventories.id order by status`.execute(t.db)
  expect(rows.map(({ status }) => status)).toEqual(['counting', 'planned', 'planned'])
  const [{ expected, found, others } = { expected: 0, found: 0, others: 0 }] = rows
  expect(found).toBeGreaterThan(expected / 3)
  expect(others).toBeGreaterThan(3)
  expect(found).toBeLessThan(expected)
  const { rows: approved } = await sql<{ accuracy: number; month: string; earlier: boolean }>`
    select 100.0 * found / total as accuracy, to_char(started_on, 'YYYY-MM') as month,
      started_on < approved_at::date as earlier
    from inventories where status = 'approved' order by started_on`.execute(t.db)
  expect(approved.length).toBeGreaterThanOrEqual(12)
  expect(new Set(approved.map(({ month }) => month)).size).toBeGreaterThanOrEqual(11)
  expect(approved.every(({ earlier }) => earlier)).toBe(true)
  const accuracies = approved.map(({ accuracy }) => Number(accuracy))
  expect(Math.min(...accuracies)).toBeGreaterThan(86)
  expect(Math.max(...accuracies)).toBeGreaterThan(99)
  const average = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
  expect(average(accuracies.slice(-4))).toBeGreaterThan(average(accuracies.slice(0, 4)) + 4)
})

test('cities differ in size, readers read all day, and the manager of a property has something to decide', async () => {
  const { rows } = await sql<{ assets: number }>`select count(*)::int as assets from assets
    where deleted_at is null group by city_id order by 1`.execute(t.db)
  expect(rows).toHaveLength(5)
  expect(rows.at(-1)?.assets).toBeGreaterThan(3 * (rows[0]?.assets ?? 0))
  const figures = await one(sql<Record<string, number>>`select
    (select count(*)::int from assets where deleted_at is not null) as deleted,
    (select count(distinct date_trunc('hour', received_at))::int from tag_reads
      where received_at > now() - interval '24 hours') as hours,
    (select count(*)::int from state_changes join assets on assets.id = asset_id
      join user_places on user_places.place_id = assets.property_id join users on users.id = user_places.user_id
      where state_changes.status = 'pending' and users.name = 'Priya') as decisions`)
  expect(figures?.deleted).toBe(44)
  expect(figures?.hours).toBeGreaterThan(18)
  expect(figures?.decisions).toBeGreaterThan(1)
})
