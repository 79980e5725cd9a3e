import { assets } from '@ats/contract/assets/assets.ts'
import type { OwnFieldTest, OwnFieldType } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { growOrganisation } from '#server/seed/seed.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { addOwnField } from '#test/own-fields.ts'
import { ownFieldIndexes } from './index-expression.ts'
import { forgetOwnFields } from './stored-fields.ts'

/** More assets than are read one by one. */
const size = 40_000

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
const { call, db } = t
await growOrganisation(t.ownerUrl, t.store, size)
const owner = new pg.Client({ connectionString: t.ownerUrl })
await owner.connect()
afterAll(() => owner.end())

/** The values as SQL by the number of the asset; every tenth asset has none. */
const made: [OwnFieldType, string, string][] = [
  ['text', 'poNumber', `'PO-' || md5(number::text)`],
  ['number', 'weight', '(number * 7919) % 100000 - 50000'],
  ['money', 'cost', '(number * 104729) % 1000000'],
  ['day', 'checkedOn', `(date '2020-01-01' + (number * 31 % 2000)::int)::text`],
  ['choice', 'grade', `(array['second', 'first', 'third'])[number % 3 + 1]`],
  ['yes-no', 'insured', 'number % 2 = 0'],
]
const choices = ['third', 'first', 'second'].map((key) => ({
  key,
  label: key,
  labelHi: null,
  retired: false,
}))
for (const [type, key] of made)
  await addOwnField(db, type, {
    key,
    indexed: true,
    searched: type === 'text',
    ...(type === 'choice' && { choices }),
  })
await addOwnField(db, 'text', { key: 'slow' })
await owner.query("set session_replication_role = 'replica'")
await owner.query(`update assets set fields = jsonb_build_object(${made.map(([, key, value]) => `'${key}', ${value}`).join(', ')},
  'slow', 'x' || number) where number % 10 <> 0`)
await owner.query("set session_replication_role = 'origin'")
for (const [type, key] of made)
  for (const { name, definition } of ownFieldIndexes({ type, key }))
    await owner.query(`create index concurrently ${name} ${definition}`)
await owner.query("update own_fields set index_state = 'ready' where indexed")
await owner.query('vacuum analyze assets')
forgetOwnFields(db)

type Place = { id: string; city_id: string; aou_id: string }
const placeWhere = async (where: string) =>
  (await owner.query<Place>(`select * from places where ${where} order by id limit 1`)).rows[0] as Place
const room = await placeWhere("kind = 'room'")
const other = await placeWhere(`kind = 'room' and city_id <> '${room.city_id}'`)

async function keeperOf(...places: string[]) {
  const keeper = await t.person({ role: 'User', city: 'Pune' })
  await givePlaces(t, keeper, places)
  return keeper
}
const rooms = `'${room.id}', '${other.id}'`
const people: Record<string, { as: Person; sees: string }> = {
  administrator: { as: await t.person({ role: 'Admin', city: 'Pune' }), sees: 'true' },
  'keeper of a city': { as: await keeperOf(room.city_id), sees: `city_id = '${room.city_id}'` },
  'keeper of an AoU': { as: await keeperOf(room.aou_id), sees: `aou_id = '${room.aou_id}'` },
  'keeper of two rooms': { as: await keeperOf(room.id, other.id), sees: `place_id in (${rooms})` },
}

async function readings() {
  await owner.query('select pg_stat_force_next_flush()')
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await owner.query<{ scans: string; read: string }>(
    "select seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'assets'",
  )
  return { scans: Number(rows[0]?.scans), read: Number(rows[0]?.read) }
}

async function watched(as: Person, query: Record<string, string>) {
  const before = await readings()
  const { status, body } = await call(as, assets.list, { query: { size: '25', ...query } })
  const after = await readings()
  return { status, body, scans: after.scans - before.scans, read: after.read - before.read }
}

/** The order, stated independently: missing values are last both ways. */
const sqlKey: Record<string, string> = {
  poNumber: "lower(fields ->> 'poNumber')",
  weight: "(fields ->> 'weight')::numeric",
  cost: "(fields ->> 'cost')::numeric",
  checkedOn: "(fields ->> 'checkedOn')::date",
  grade: `array_position(array['third', 'first', 'second'], fields ->> 'grade')`,
  insured: "(fields ->> 'insured')::boolean",
}
const idsOf = async (where: string, order: string, rest = 'limit 60') =>
  (
    await owner.query<{ id: string }>(
      `select id from assets where deleted_at is null and ${where} order by ${order} ${rest}`,
    )
  ).rows.map(({ id }) => id)

test.each(Object.keys(people))('the %s sorts by every field by its index, page by page', async (who) => {
  const { as, sees } = people[who] as (typeof people)[string]
  for (const [, key] of made)
    for (const direction of ['asc', 'desc']) {
      const query = { sort: `field:${key}`, direction, size: '25' }
      const order = `${sqlKey[key]} ${direction} nulls last, id ${direction}`
      const first = await watched(as, query)
      expect([key, first.scans]).toEqual([key, 0])
      expect(first.read).toBeLessThan(who === 'administrator' ? 400 : size / 2)
      const second = (await watched(as, { ...query, cursor: first.body.next ?? '' })).body
      const ids = [...first.body.assets, ...second.assets].map(({ _id }) => _id)
      expect(ids).toEqual(await idsOf(sees, order, 'limit 50'))
      const last = (await watched(as, { ...query, cursor: first.body.last ?? '' })).body
      const lastIds = last.assets.map(({ _id }) => _id)
      const all = await idsOf(sees, order, '')
      expect(lastIds).toEqual(all.slice(-lastIds.length))
      const back = (await watched(as, { ...query, cursor: second.previous ?? '' })).body
      expect(back.assets.map(({ _id }) => _id)).toEqual(first.body.assets.map(({ _id }) => _id))
    }
})

test('pages go on from the last value to assets without one, and back', async () => {
  const { as } = people['keeper of a city'] as (typeof people)[string]
  const { as: admin } = people.administrator as (typeof people)[string]
  for (const [one, sees] of [
    [admin, 'true'],
    [as, `city_id = '${room.city_id}'`],
  ] as const)
    for (const key of ['grade', 'cost'])
      for (const direction of ['asc', 'desc']) {
        const query = { sort: `field:${key}`, direction, size: '500' }
        const wanted = await idsOf(sees, `${sqlKey[key]} ${direction} nulls last, id ${direction}`, '')
        const end: string[] = []
        let cursor = (await watched(one, query)).body.last
        for (let pages = 0; pages < 12 && cursor !== null; pages += 1) {
          const { body } = await watched(one, { ...query, cursor })
          end.unshift(...body.assets.map(({ _id }) => _id))
          cursor = body.previous
        }
        expect(end).toEqual(wanted.slice(-end.length))
      }
})

const filters: [name: string, tests: Record<string, OwnFieldTest>, where: string][] = [
  ['a few weights', { weight: { from: -50_000, to: -49_900 } }, `${sqlKey.weight} between -50000 and -49900`],
  ['many weights', { weight: { from: 0 } }, `${sqlKey.weight} >= 0`],
  ['a part of a text', { poNumber: { contains: 'a0b1' } }, "fields ->> 'poNumber' ilike '%a0b1%'"],
  ['the start of a text', { poNumber: { contains: 'PO' } }, "fields ->> 'poNumber' ilike 'po%'"],
  [
    'some days',
    { checkedOn: { from: '2020-02-01', to: '2020-02-02' } },
    "fields ->> 'checkedOn' between '2020-02-01' and '2020-02-02'",
  ],
  ['a choice', { grade: { oneOf: ['first'] } }, "fields ->> 'grade' = 'first'"],
  ['no value', { cost: { empty: true } }, "not (fields ? 'cost')"],
  [
    'two fields',
    { grade: { oneOf: ['third'] }, cost: { to: 20_000 } },
    `fields ->> 'grade' = 'third' and ${sqlKey.cost} <= 20000`,
  ],
]

test.each(Object.keys(people))('the %s filters by every field by its index', async (who) => {
  const { as, sees } = people[who] as (typeof people)[string]
  for (const [name, tests, where] of filters)
    for (const sort of ['registeredAt', 'field:weight']) {
      const query = { fields: JSON.stringify(tests), sort, direction: 'asc' }
      const { status, body, read } = await watched(as, query)
      const key = sort === 'registeredAt' ? '' : `${sqlKey.weight} nulls last,`
      const wanted = await idsOf(`${sees} and ${where}`, `${key} id`, 'limit 25')
      expect([name, status, body.assets?.map(({ _id }) => _id)]).toEqual([name, 200, wanted])
      // A count and a page of at most ten thousand matches, or once through a table as small as this one.
      // Missing values are in no index: they are counted, and looked for among the rows with and without a weight.
      expect(read).toBeLessThan((name === 'no value' ? 3.1 : 1.5) * size)
    }
})

test('few matches are read by the index of their field alone', async () => {
  const { as } = people.administrator as (typeof people)[string]
  const query = { fields: JSON.stringify({ weight: { from: -50_000, to: -49_900 } }), sort: 'field:weight' }
  const { read, scans } = await watched(as, query)
  expect([scans, read < 300]).toEqual([0, true])
})

test('a field without an index is refused for long lists, and used for short ones', async () => {
  const { as } = people.administrator as (typeof people)[string]
  const tests = { slow: { contains: 'x1' } }
  const filter = await watched(as, { fields: JSON.stringify(tests) })
  expect([filter.status, filter.body.code]).toEqual([400, 'list-too-long-to-filter'])
  const order = await watched(as, { sort: 'field:slow' })
  expect([order.status, order.body.code]).toEqual([400, 'list-too-long-to-sort'])
  const both = { ...tests, weight: { from: -50_000, to: -49_000 } }
  expect((await watched(as, { fields: JSON.stringify(both) })).status).toBe(200)
  const inArea = { fields: JSON.stringify(tests), placeId: room.aou_id, sort: 'field:slow' }
  expect((await watched(as, inArea)).status).toBe(200)
})

test('the search finds parts of the texts of searched fields, and words in any order', async () => {
  const { as } = people.administrator as (typeof people)[string]
  const { rows } = await owner.query<{ id: string; po: string }>(
    "select id, fields ->> 'poNumber' as po from assets where number % 10 = 7 and deleted_at is null order by id desc limit 1",
  )
  const [{ id, po } = { id: '', po: '' }] = rows
  const name = (await watched(as, { search: po })).body.assets[0]?.assetName ?? ''
  for (const search of [po, po.slice(3), po.slice(9, 30).toUpperCase(), `${po.slice(4, 20)} ${name}`]) {
    const { body, scans } = await watched(as, { search })
    expect([search, scans, body.assets.map(({ _id }) => _id)]).toEqual([search, 0, [id]])
  }
})
