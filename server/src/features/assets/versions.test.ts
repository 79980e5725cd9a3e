// Why it is built this way: docs/decisions/018-versions-of-assets.md

import { assets } from '@ats/contract/assets/assets.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, siteIn, stocked } from '#test/stock.ts'
import { onDatabase } from '../../../../scripts/postgres/databases.ts'

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')

type Span = {
  from: string
  to: string
  event: string | null
  state: string
  tag: string | null
  deleted: boolean
}

/** The versions of an asset, oldest first, each with the action of the ledger entry that opened it. */
const spansOf = async (id: string) =>
  (
    await sql<Span>`select valid_from::text as from, valid_to::text as to, rfid_tag as tag, deleted,
      (select action from events where events.id = event_id) as event,
      (select name from asset_states where asset_states.id = state_id) as state
    from asset_versions where asset_id = ${id} order by valid_from`.execute(t.db)
  ).rows
const update = (id: string, body: object) => t.call(admin, assets.update, { params: { id }, body })

test('an asset has a span for each of its states, and the line that opened it', async () => {
  const { _id: id } = await stocked(t)
  await update(id, { assetState: 'UP' })
  await update(id, { model: 'M2', serialNo: 'S2' })
  await t.call(admin, assets.remove, { params: { id } })
  const spans = await spansOf(id)
  expect(spans).toMatchObject([
    { event: 'asset.registered', state: 'Working', deleted: false },
    { event: 'asset.changed', state: 'UP', deleted: false },
    { event: 'asset.deleted', state: 'UP', deleted: true, to: 'infinity' },
  ])
  expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ to }) => to))
  const lines = await sql<{ at: string }>`select at::text from events
    where record_id = ${id} and action <> 'asset.changed' order by events.id`.execute(t.db)
  expect(lines.rows.map(({ at }) => at)).toEqual([spans[0]?.from, spans[2]?.from])
})

test('an import writes the same spans and the same kind of lines as a person, moves included', async () => {
  const { check, apply, undo } = importer(t, admin)
  const place =
    (await sql<{ name: string }>`select name from places where id = ${site.mm}`.execute(t.db)).rows[0]
      ?.name ?? ''
  const { _id: id, assetTagId } = await stocked(t, { placeId: site.room })
  const row = { rfidTag: freshTag(), assetTagId: '', assetName: 'Chair', city: 'Indore', mm: place }
  const { _id } = await check(csvOf([row, { assetTagId, assetName: 'Chair', city: 'Indore', mm: place }]))
  await apply(_id)
  await undo(_id)
  const lines =
    await sql`select action, readable_id as "readableId", record_name as name, from_place_id as "left",
      after ->> 'placeId' as place, exists (select from asset_versions where event_id = events.id) as opened
    from events where record_id = ${id} order by id`.execute(t.db)
  expect(lines.rows).toEqual([
    {
      action: 'asset.registered',
      readableId: assetTagId,
      name: 'Chair',
      left: null,
      place: site.room,
      opened: true,
    },
    {
      action: 'asset.changed',
      readableId: assetTagId,
      name: 'Chair',
      left: site.room,
      place: site.mm,
      opened: true,
    },
    {
      action: 'asset.changed',
      readableId: assetTagId,
      name: 'Chair',
      left: site.mm,
      place: site.room,
      opened: true,
    },
  ])
  const made = await sql<{ id: string }>`select id from assets where rfid_tag = ${row.rfidTag}`.execute(t.db)
  expect(await spansOf(made.rows[0]?.id ?? '')).toMatchObject([
    { event: 'asset.registered', deleted: false },
    { event: 'asset.deleted', deleted: true },
  ])
})

/** Several statements in one transaction, as the program's role. */
const together = (...statements: string[]) =>
  onDatabase(t.config.databaseUrl, ['begin', ...statements, 'commit'].join(';'))
const stateNamed = (name: string) => `(select id from asset_states where name = '${name}')`
const toState = (id: string, name: string) =>
  `update assets set state_id = ${stateNamed(name)} where id = '${id}'`

test('what one transaction changes twice is one span', async () => {
  const { _id: id } = await stocked(t)
  await together(
    toState(id, 'UP'),
    toState(id, 'Not-Working'),
    `update assets set rfid_tag = null where id = '${id}'`,
  )
  expect(await spansOf(id)).toMatchObject([
    { state: 'Working', to: expect.not.stringMatching('infinity') },
    { state: 'Not-Working', tag: null, to: 'infinity' },
  ])
})

test('what one transaction changes and changes back is no change', async () => {
  const { _id: id } = await stocked(t)
  const before = await spansOf(id)
  await together(toState(id, 'UP'), toState(id, 'Working'))
  expect(await spansOf(id)).toEqual(before)
  await update(id, { assetState: 'UP' })
  expect(await spansOf(id)).toHaveLength(2)
})

test('a transaction that began earlier and changes an asset later comes later', async () => {
  const { _id: id } = await stocked(t)
  const late = new pg.Client({ connectionString: t.config.databaseUrl })
  await late.connect()
  onTestFinished(() => late.end())
  await late.query('begin; select now()')
  await update(id, { assetState: 'UP' })
  await late.query(`${toState(id, 'Not-Working')}; ${toState(id, 'Working')}; commit`)
  const spans = await spansOf(id)
  expect(spans.map(({ state }) => state)).toEqual(['Working', 'UP', 'Working'])
  expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ to }) => to))
})

test('a merge of masters and a move of a place are in it', async () => {
  const made = async (name: string) =>
    (await t.call(admin, masters.create, { params: { kind: 'brand' }, body: { name } })).body
  const [from, into] = [await made('Godrej'), await made('Usha')]
  const other = await siteIn(t, 'Mumbai')
  const { _id: id } = await stocked(t, { placeId: site.room, brand: 'Godrej' })
  await t.call(admin, masters.merge, { params: { kind: 'brand', id: from.id }, body: { into: into.id } })
  const move = { params: { kind: 'property', id: site.property }, body: { parentId: other.mm } }
  await t.call(admin, masters.update, move)
  const { rows } = await sql`select brand_id as brand, city_id as city, mm_id as mm, place_id as room
    from asset_versions where asset_id = ${id} order by valid_from`.execute(t.db)
  const here = { city: site.city, mm: site.mm, room: site.room }
  expect(rows).toEqual([
    { brand: from.id, ...here },
    { brand: into.id, ...here },
    { brand: into.id, city: other.city, mm: other.mm, room: site.room },
  ])
  const heldBy = async (place: string, span: number) =>
    (
      await sql`select v.asset_id from asset_versions as moment
        cross join lateral assets_as_of(${place}, moment.valid_from) as v
        where moment.asset_id = ${id} and v.asset_id = ${id} order by moment.valid_from`.execute(t.db)
    ).rows.length === span
  expect([await heldBy(site.mm, 2), await heldBy(other.mm, 1), await heldBy(site.room, 3)]).toEqual([
    true,
    true,
    true,
  ])
})

test('there is nothing as of a moment before an asset was registered, and all of it from then on', async () => {
  const { _id: id, registeredAt } = await stocked(t)
  const asOf = async (moment: string) =>
    (await sql`select from asset_as_of(${id}, ${moment}::timestamptz)`.execute(t.db)).rows.length
  expect([await asOf('2020-01-01'), await asOf(registeredAt), await asOf('2100-01-01')]).toEqual([0, 1, 1])
})

test('assets from before there were versions begin with their last line, or else with their registration', async () => {
  const [told, untold] = [await stocked(t), await stocked(t)]
  await update(told._id, { assetState: 'UP' })
  await t.asOwner(
    `delete from asset_versions where asset_id in ('${told._id}', '${untold._id}')`,
    'alter table events disable trigger events_append_only',
    `delete from events where record_id = '${untold._id}'`,
    'alter table events enable trigger events_append_only',
    'select open_missing_asset_versions()',
    'select open_missing_asset_versions()',
  )
  const [first, second] = [await spansOf(told._id), await spansOf(untold._id)]
  expect(first).toMatchObject([{ event: 'asset.changed', state: 'UP', to: 'infinity' }])
  expect(second).toMatchObject([{ event: null, state: 'Working', to: 'infinity' }])
})

test('the plan that was kept for one asset serves many', async () => {
  const insert = (many: number) => `insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'MANY' || random() || n, (select id from asset_names limit 1), ${stateNamed('Working')}, '${site.room}'
    from generate_series(1, ${many}) as n`
  const change = (state: string, test = 'true') =>
    `update assets set state_id = ${stateNamed(state)} where rfid_tag like 'MANY%' and ${test}`
  await stocked(t)
  const [row] = await onDatabase<{ 'QUERY PLAN': [Explained] }>(
    t.config.databaseUrl,
    ...Array.from({ length: 8 }, () => insert(1)),
    ...Array.from({ length: 8 }, (_, n) =>
      change(n % 2 === 0 ? 'UP' : 'Working', `number = (select max(number) from assets)`),
    ),
    insert(10_000),
    `explain (analyze, format json) ${change('Not-Working')}`,
  )
  const [explained] = row?.['QUERY PLAN'] ?? []
  const trigger = explained?.Triggers.find((one) => one['Trigger Name'] === 'assets_change_versions')
  // A plan made for one row compares each row with all others, which would take most of the time.
  expect(trigger?.Time).toBeLessThan(0.6 * (explained?.['Execution Time'] ?? 0))
  const { rows } = await sql<{ count: number }>`select count(*) as count from asset_versions
    where rfid_tag like 'MANY%'`.execute(t.db)
  expect(rows[0]?.count).toBe(2 * 10_008 + 8)
}, 90_000)

type Explained = { Triggers: { 'Trigger Name': string; Time: number }[]; 'Execution Time': number }
