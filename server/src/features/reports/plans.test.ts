import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import { type AssetReportFilter, reports } from '@ats/contract/reports.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tagOf } from '#server/seed/rows.ts'
import { growOrganisation } from '#server/seed/seed.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'

/** More assets than are collected for one page, so that queries over all assets use their indexes. */
const size = 40_000

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
await growOrganisation(t.ownerUrl, t.store, size)
const watcher = new pg.Client({ connectionString: t.ownerUrl })
await watcher.connect()
afterAll(() => watcher.end())

type Place = { id: string; city_id: string; mm_id: string; property_id: string; aou_id: string }
const roomWhere = async (where: string) =>
  (
    await watcher.query<Place>(
      `select * from places where kind = 'room' and ${where} order by id offset 3 limit 1`,
    )
  ).rows[0] as Place
const room = await roomWhere('true')
const other = await roomWhere(`city_id <> '${room.city_id}'`)
const third = await roomWhere(`city_id = '${room.city_id}' and id <> '${room.id}'`)

async function keeperOf(...places: string[]) {
  const keeper = await t.person({ role: 'User', city: 'Pune' })
  await givePlaces(t, keeper, places)
  return keeper
}

/** The counting bound with its versions, and a page: never more than half of a table may be read. */
const mostOfAll = 24_000

/** The people, what they see, and the most rows of both tables that may be read for them. */
const people: Record<string, { as: Person; sees: string; most: number }> = {
  administrator: { as: await t.person({ role: 'Admin' }), sees: 'true', most: mostOfAll },
  'keeper of a city': {
    as: await keeperOf(room.city_id),
    sees: `city_id = '${room.city_id}'`,
    most: mostOfAll,
  },
  'keeper of an AoU': { as: await keeperOf(room.aou_id), sees: `aou_id = '${room.aou_id}'`, most: 7_000 },
  'keeper of three rooms in two cities': {
    as: await keeperOf(room.id, third.id, other.id),
    sees: `place_id in ('${room.id}', '${third.id}', '${other.id}')`,
    most: 2_500,
  },
}

type Query = Partial<Record<keyof AssetReportFilter, string>>
/** A filter, and the same in SQL. */
const questions: Record<string, { query: Query; where: string; order?: string }> = {
  'all of it': { query: {}, where: 'true' },
  'a month long ago': {
    query: { from: '2021-03-01', to: '2021-03-31' },
    where: "registered_at >= '2021-03-01' and registered_at < '2021-04-01'",
    order: 'registered_at desc, id desc',
  },
  'years, oldest first': {
    query: { from: '2021-02-01', to: '2024-12-31', direction: 'asc' },
    where: "registered_at >= '2021-02-01' and registered_at < '2025-01-01'",
    order: 'registered_at, id',
  },
  'years in a state': {
    query: { from: '2022-01-01', assetState: 'Not-Working' },
    where:
      "registered_at >= '2022-01-01' and state_id = (select id from asset_states where name = 'Not-Working')",
    order: 'registered_at desc, id desc',
  },
  'years of tags that many carry': {
    query: { from: '2021-01-01', to: '2023-12-31', rfidTagId: '3414257bf4' },
    where: "registered_at < '2024-01-01' and rfid_tag like '%3414257BF4%'",
    order: 'registered_at desc, id desc',
  },
  'a part of a tag': {
    query: { rfidTagId: tagOf(size / 2).slice(-9) },
    where: `rfid_tag like '%${tagOf(size / 2).slice(-9)}%'`,
  },
  'a part of a label': { query: { assetTagId: '00321' }, where: "asset_tag_id(number) like '%00321%'" },
  'by tag': {
    query: { sort: 'rfidTagId', direction: 'asc' },
    where: 'true',
    order: "coalesce(upper(rfid_tag), ''), id",
  },
}

// A twentieth moves to the next room, and another twentieth breaks.
await watcher.query(`
  update assets set place_id = coalesce((select id from places where kind = 'room' and id > assets.place_id
    order by id limit 1), '${room.id}')
  where number % 20 = 7 and deleted_at is null`)
await watcher.query(`update assets set state_id = (select id from asset_states where name = 'Not-Working')
  where number % 20 = 3 and deleted_at is null`)
await watcher.query(`update assets set rfid_tag = null where number % 4000 = 9`)
// Readers see a fifth today and saw a fortieth long ago; an open inventory finds another fortieth.
await watcher.query(`insert into last_seen (tag, seen_at, read_at)
  select upper(rfid_tag), at, at from assets cross join lateral (
    select case when number % 5 = 0 then now() when number % 40 = 1 then now() - interval '100 days' end as at) as seen
  where deleted_at is null and rfid_tag is not null and at is not null`)
await watcher.query(`with counting as (
    insert into inventories (readable_id, place_id, blind, status, created_by, started_at)
    select 'INV-PLAN', '${room.city_id}', false, 'counting', id, now() from users order by id limit 1 returning id)
  insert into inventory_items (inventory_id, kind, asset_id, seen_place_id, seen_at)
  select counting.id, 'expected', assets.id, assets.place_id, now() from assets cross join counting
  where assets.number % 40 = 2`)
// A quarter is covered now; all of that and more was covered by a contract that has ended.
await watcher.query(`with made as (
    insert into covers (kind, name, starts_on, ends_on)
    values ('amc', 'Now', current_date - 10, current_date + 10), ('amc', 'Before', '2020-01-01', '2020-12-31')
    returning id, name)
  insert into cover_assets (cover_id, asset_id) select made.id, assets.id from assets cross join made
  where number % 4 = 0 or name = 'Before' and number % 2 = 0`)
await watcher.query('vacuum analyze')

const readings = async () => {
  await sql`select pg_stat_force_next_flush()`.execute(t.db)
  // Flush the watcher's own statistics first, so that they do not count.
  await watcher.query('select pg_stat_force_next_flush()')
  const { rows } = await watcher.query<{ scans: string; read: string }>(
    `select sum(seq_scan) as scans, sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
     from pg_stat_user_tables where relname in ('assets', 'asset_versions')`,
  )
  return { scans: Number(rows[0]?.scans), read: Number(rows[0]?.read) }
}

const asking = Object.keys(people).flatMap((who) => Object.keys(questions).map((what) => ({ who, what })))

test.each(asking)(
  '$what, asked by the $who, is right and reads no table as a whole',
  async ({ who, what }) => {
    const { as, sees, most } = people[who] as (typeof people)[string]
    const { query, where, order = 'id desc' } = questions[what] as (typeof questions)[string]
    const before = await readings()
    const { body, status } = await t.call(as, reports.assets, { query: { size: '10', ...query } })
    const after = await readings()
    expect(status).toBe(200)
    const wanted = await watcher.query<{ id: string }>(
      `select id from assets where deleted_at is null and ${sees} and ${where} order by ${order} limit 10`,
    )
    expect(body.rows.map(({ id }) => id)).toEqual(wanted.rows.map(({ id }) => id))
    expect([after.scans - before.scans, Math.max(0, after.read - before.read - most)]).toEqual([0, 0])
  },
)

const then = (column: string, start: string) =>
  column.replaceAll(/\b(city_id|aou_id|place_id)\b/g, `${start}$1`)

/** The expected number of rows of each other report, counted in SQL. */
const others: Record<
  string,
  { call: Endpoint; query: Record<string, string>; count: (sees: string) => string }
> = {
  'what was where long ago': {
    call: reports.asOf,
    query: { day: '2021-06-30' },
    count: (sees) => `select from asset_versions where valid_from < '2021-07-01' and valid_to > '2021-07-01'
      and not deleted and ${sees}`,
  },
  'what is where today': {
    call: reports.asOf,
    query: {},
    count: (sees) => `select from assets where deleted_at is null and ${sees}`,
  },
  'what changed': {
    call: reports.changes,
    query: {},
    count: (
      sees,
    ) => `select from asset_versions a join asset_versions b on b.asset_id = a.asset_id and b.valid_from = a.valid_to
      where (${then(sees, 'a.')}) or (${then(sees, 'b.')})`,
  },
  'what moved': {
    call: reports.movements,
    query: { from: '2020-01-01' },
    count: (
      sees,
    ) => `select from asset_versions a join asset_versions b on b.asset_id = a.asset_id and b.valid_from = a.valid_to
      where a.place_id <> b.place_id and ((${then(sees, 'a.')}) or (${then(sees, 'b.')}))`,
  },
  'rentals of a month': {
    call: reports.rentals,
    query: { from: '2024-01-01', to: '2024-01-31' },
    count: (sees) => `select from assets where deleted_at is null and ${sees}
      and (rental_start + make_interval(months => rental_months))::date between '2024-01-01' and '2024-01-31'`,
  },
  'states of rooms': {
    call: reports.stateByPlace,
    query: { level: 'room' },
    count: (sees) => `select distinct place_id, state_id from assets where ${sees}`,
  },
  'assets without a tag': {
    call: reports.incomplete,
    query: { lacks: 'tag' },
    count: (sees) => `select from assets where deleted_at is null and rfid_tag is null and ${sees}`,
  },
  'assets without a picture': {
    call: reports.incomplete,
    query: { lacks: 'picture' },
    count: (sees) => `select from assets where deleted_at is null and image is null and ${sees}`,
  },
  'assets not seen for a quarter': {
    call: reports.notSeen,
    query: {},
    count: (sees) => `select from assets where deleted_at is null and rfid_tag is not null and ${sees}
      and number % 5 <> 0 and number % 40 <> 2`,
  },
  'assets not seen for a year': {
    call: reports.notSeen,
    query: { days: '365' },
    count: (sees) => `select from assets where deleted_at is null and rfid_tag is not null and ${sees}
      and number % 5 <> 0 and number % 40 not in (1, 2)`,
  },
  'what is covered today': {
    call: reports.covered,
    query: {},
    count: (sees) => `select from assets where deleted_at is null and ${sees} and number % 4 = 0`,
  },
  'what is not covered today': {
    call: reports.covered,
    query: { covered: 'no' },
    count: (sees) => `select from assets where deleted_at is null and ${sees} and number % 4 <> 0`,
  },
  'inventories of a year': {
    call: reports.inventoryAccuracy,
    query: {},
    count: () => "select from inventories where status = 'approved'",
  },
}

/** Each of their rows has to be looked up, so fewer are counted. */
const isLookedUp = (endpoint: object) => endpoint === reports.changes || endpoint === reports.movements

const askingOthers = Object.keys(people).flatMap((who) => Object.keys(others).map((what) => ({ who, what })))

test.each(askingOthers)(
  '$what, asked by the $who, is right and reads no table as a whole',
  async ({ who, what }) => {
    const { as, sees, most } = people[who] as (typeof people)[string]
    const { call: endpoint, query, count } = others[what] as (typeof others)[string]
    const before = await readings()
    const { body, status } = await t.call(as, endpoint, { query: { size: '10', ...query } })
    const after = await readings()
    const { total, totalIsExact, rows } = body as unknown as Reply<typeof reports.rentals>
    const wanted = await watcher.query<{ count: string }>(`select count(*) from (${count(sees)}) as found`)
    const all = Number(wanted.rows[0]?.count)
    expect([status, totalIsExact ? total : 'more', rows.length]).toEqual([
      ...[200, all > (isLookedUp(endpoint) ? 1000 : 10_000) ? 'more' : all],
      Math.min(10, all),
    ])
    expect([after.scans - before.scans, Math.max(0, after.read - before.read - most)]).toEqual([0, 0])
  },
)

test('within days a report too long to be sorted says so', async () => {
  const { as } = people.administrator as (typeof people)[string]
  for (const sort of ['rfidTagId', 'assetName', 'city']) {
    const { status, body } = await t.call(as, reports.assets, { query: { from: '2021-01-01', sort } })
    expect([status, body.code]).toEqual([400, 'list-too-long-to-sort'])
  }
})
