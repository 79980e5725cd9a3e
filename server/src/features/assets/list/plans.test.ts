import {
  assets,
  builtInAssetOrders,
  indexedAssetOrders,
  mostSortedAssets,
} from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { audit } from '@ats/contract/audit.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import { users } from '@ats/contract/identity/users.ts'
import { masters } from '@ats/contract/masters.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tagOf } from '#server/seed/rows.ts'
import { growOrganisation } from '#server/seed/seed.ts'
import { type Call, type Person, testApp } from '#test/app.ts'

/** More assets than a search reads one by one, so that queries over all assets use their indexes too. */
const size = 40_000

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
const { call, db } = t
await growOrganisation(t.ownerUrl, t.store, size)
const watcher = new pg.Client({ connectionString: t.ownerUrl })
await watcher.connect()
afterAll(() => watcher.end())

type Place = { id: string; kind: string; city_id: string; mm_id: string; property_id: string; aou_id: string }
const placeWhere = async (where: string) =>
  (await watcher.query<Place>(`select * from places where ${where} order by id limit 1`)).rows[0] as Place
const room = await placeWhere("kind = 'room'")
const other = await placeWhere(`kind = 'room' and city_id <> '${room.city_id}'`)
const city = { id: room.city_id, kind: 'city' }

await sql`insert into roles (name, permissions)
  select 'Keeper', permissions from roles where name = 'Admin'`.execute(db)

async function keeperOf(...places: string[]) {
  const keeper = await t.person({ role: 'Keeper', city: 'Pune' })
  for (const place of places)
    await sql`insert into user_places (user_id, place_id) values (${keeper.id}, ${place})`.execute(db)
  return keeper
}

/** The people, the condition for what they see, and the most assets that may be read for them. */
/** A few, spread over all places. */
await watcher.query('update assets set tag_expected = true where number % 997 = 0 and rfid_tag is not null')
await watcher.query('vacuum analyze assets')
const people: Record<string, { as: Person; sees: string; most: number }> = {
  administrator: { as: await t.person({ role: 'Admin', city: 'Pune' }), sees: 'true', most: size },
  'keeper of a city': { as: await keeperOf(city.id), sees: `city_id = '${city.id}'`, most: size / 3 },
  'keeper of an MM': { as: await keeperOf(room.mm_id), sees: `mm_id = '${room.mm_id}'`, most: size / 6 },
  'keeper of a property': {
    as: await keeperOf(room.property_id),
    sees: `property_id = '${room.property_id}'`,
    most: size / 6,
  },
  'keeper of an AoU': { as: await keeperOf(room.aou_id), sees: `aou_id = '${room.aou_id}'`, most: size / 20 },
  'keeper of rooms in two cities': {
    as: await keeperOf(room.id, other.id),
    sees: `place_id in ('${room.id}', '${other.id}')`,
    most: size / 60,
  },
}

const tag = tagOf(size / 2)
const asset = (query: Record<string, string>) => ({
  endpoint: assets.list,
  input: { query: { size: '25', ...query } },
})
const searches = [
  'b7e',
  tag.slice(-9),
  '257bf4',
  tag,
  '%%%',
  '___',
  'a0000',
  'a00001',
  'office chair',
  'chair off',
  'chair 257b',
  'a000 chair',
]
const bothWays = (sorts: readonly string[]) =>
  sorts.flatMap((sort) => ['asc', 'desc'].map((direction) => ({ sort, direction })))
const orders = bothWays(indexedAssetOrders)

const { rows: newestRows } = await watcher.query<{ id: string }>(
  'select id from assets order by id desc limit 25',
)
const newest = newestRows.map(({ id }) => id)

const questions: Record<string, { endpoint: Endpoint; input: Call }> = {
  'an asset by its tag': { endpoint: assets.find, input: { query: { code: tag } } },
  counts: { endpoint: dashboard.counts, input: {} },
  ...Object.fromEntries(
    orders.flatMap((order) => {
      const name = `assets by ${order.sort} ${order.direction}`
      return [
        [name, asset(order)],
        [`${name} in a state`, asset({ ...order, state: 'up' })],
        [`${name} in a state nobody has`, asset({ ...order, state: 'no such' })],
        ...[room.mm_id, room.property_id, room.aou_id, room.id].map((placeId, level) => [
          `${name} in a place of level ${level}`,
          asset({ ...order, placeId }),
        ]),
      ]
    }),
  ),
  ...Object.fromEntries(searches.map((search) => [`a search for ${search}`, asset({ search })])),
  'a search for the end of an id': asset({ search: newest[7]?.slice(-9) ?? '' }),
  'a search for 257bf4 in a state': asset({ search: '257bf4', state: 'up' }),
  'assets that wait for their tags': asset({ tagState: 'expected' }),
  'assets that wait for their tags by tag': asset({ tagState: 'expected', sort: 'rfidTag' }),
  'the bin': { endpoint: assetBin.list, input: { query: { size: '25' } } },
  'a search in the bin': { endpoint: assetBin.list, input: { query: { search: '257bf4' } } },
  'the audit log': { endpoint: audit.list, input: { query: { size: '25' } } },
  'requests for another state': { endpoint: stateChanges.list, input: { query: { status: 'pending' } } },
  'what is pending on a page of assets': {
    endpoint: stateChanges.pending,
    input: { query: { assets: newest.join() } },
  },
  'states and their uses': { endpoint: masters.list, input: { params: { kind: 'asset-state' }, query: {} } },
  people: { endpoint: users.list, input: { query: { size: '25' } } },
}

const nameOf = (table: string, column: string) =>
  `coalesce(lower((select name from ${table} where id = assets.${column})), '')`

/** The sort keys, stated independently. */
const sqlKeys: Record<string, string> = {
  rfidTag: "coalesce(upper(rfid_tag), '')",
  assetState: nameOf('asset_states', 'state_id'),
  assetTagId: 'number',
  assetName: nameOf('asset_names', 'name_id'),
  assignedUser: "coalesce(lower(assigned_name), '')",
  place: `(select lower(concat_ws(' > ', c.name, m.name, p.name, a.name, case when r.kind = 'room' then r.name end))
    from places r left join places c on c.id = r.city_id left join places m on m.id = r.mm_id
    left join places p on p.id = r.property_id left join places a on a.id = r.aou_id where r.id = assets.place_id)`,
  createdBy: "coalesce((select lower(full_name) from users where id = assets.created_by), '')",
  brand: nameOf('brands', 'brand_id'),
  model: "coalesce(lower(model), '')",
  serialNo: "coalesce(lower(serial_no), '')",
  vendor: nameOf('vendors', 'vendor_id'),
  rentalStartDate: "coalesce(rental_start, '-infinity')",
  rentalPeriod: 'coalesce(rental_months, 0)',
}

/** How many sequential scans of assets there were, and how many assets were read in any way. */
async function readings() {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await watcher.query<{ scans: string; read: string }>(
    "select seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'assets'",
  )
  return { scans: Number(rows[0]?.scans), read: Number(rows[0]?.read) }
}

test.each(Object.keys(people))('no question of the %s reads all assets', async (who) => {
  const { as, most } = people[who] as (typeof people)[string]
  const wrong: string[] = []
  for (const [name, { endpoint, input }] of Object.entries(questions)) {
    const before = await readings()
    const { status } = await call(as, endpoint, input)
    const after = await readings()
    const [scans, read] = [after.scans - before.scans, after.read - before.read]
    if (scans > 0 || read > most || ![200, 422, 400].includes(status))
      wrong.push(`${name}: ${status}, ${scans} scans of all, ${read} assets read`)
  }
  expect(wrong).toEqual([])
})

test.each(Object.keys(people))('the assets of the %s that wait for their tags', async (who) => {
  const { as, sees } = people[who] as (typeof people)[string]
  const { rows } = await watcher.query<{ id: string }>(
    `select id from assets where deleted_at is null and tag_expected and ${sees} order by id desc limit 60`,
  )
  const { body } = await call(as, assets.list, { query: { size: '60', tagState: 'expected' } })
  expect(body.assets.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id))
})

test('a page in the order of tags reads a rare state no longer than all states', async () => {
  for (const who of ['administrator', 'keeper of a city'])
    for (const state of [undefined, 'not-working', 'up']) {
      const { as } = people[who] as (typeof people)[string]
      const before = await readings()
      await call(as, assets.list, { query: { size: '25', sort: 'rfidTag', ...(state && { state }) } })
      const after = await readings()
      expect(after.read - before.read).toBeLessThan(600)
    }
})

test.each(Object.keys(people))('the lists of the %s hold what they see, in order', async (who) => {
  const { as, sees } = people[who] as (typeof people)[string]
  for (const { sort, direction } of orders)
    for (const state of [undefined, 'not-working']) {
      const query = { size: '60', sort, direction, ...(state && { state }) }
      const { body } = await call(as, assets.list, { query })
      const inState = state
        ? `and state_id = (select id from asset_states where lower(name) = '${state}')`
        : ''
      const key = sqlKeys[sort] ?? 'id'
      const wanted = await watcher.query<{ id: string }>(
        `select id from assets where deleted_at is null and ${sees} ${inState} order by ${key} ${direction}, id ${direction} limit 60`,
      )
      expect(body.assets.map(({ _id }) => _id)).toEqual(wanted.rows.map(({ id }) => id))
    }
})

const sortedOnly = builtInAssetOrders.filter((sort) => sort in sqlKeys)

test.each(Object.keys(people))('the %s sorts by every column what a filter leaves', async (who) => {
  const { as, sees, most } = people[who] as (typeof people)[string]
  const isWide = most > size / 60
  for (const { sort, direction } of bothWays(sortedOnly)) {
    const query = { size: '40', sort, direction, ...(isWide && { placeId: room.aou_id }) }
    const first = (await call(as, assets.list, { query })).body
    const second = (await call(as, assets.list, { query: { ...query, cursor: first.next ?? '' } })).body
    const back = (await call(as, assets.list, { query: { ...query, cursor: second.previous ?? '' } })).body
    const wanted = await watcher.query<{ id: string }>(
      `select id from assets where deleted_at is null and ${sees} ${isWide ? `and aou_id = '${room.aou_id}'` : ''}
       order by ${sqlKeys[sort]} ${direction}, id ${direction} limit 80`,
    )
    const shown = [...first.assets, ...(first.next === null ? [] : second.assets)].map(({ _id }) => _id)
    expect([sort, shown]).toEqual([sort, wanted.rows.map(({ id }) => id)])
    if (first.next !== null) expect(back.assets).toEqual(first.assets)
  }
})

test('a list too long for an order that no index holds is refused, and says how far to narrow it', async () => {
  const { as } = people.administrator as (typeof people)[string]
  for (const sort of ['assetName', 'assetTagId', 'place', 'rentalPeriod'])
    for (const query of [{ sort }, { sort, search: 'a' }]) {
      const { status, body } = await call(as, assets.list, { query })
      expect([status, (body as { code?: string }).code]).toEqual([400, 'list-too-long-to-sort'])
    }
  const { status } = await call(as, assets.list, { query: { sort: 'assetName', placeId: room.aou_id } })
  expect([status, mostSortedAssets]).toEqual([200, 10_000])
})

test('by state the pages go on across states, forward and backward', async () => {
  const { as } = people['keeper of an AoU'] as (typeof people)[string]
  for (const direction of ['asc', 'desc']) {
    const query = { size: '400', sort: 'assetState', direction }
    const pages: string[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Reply<typeof assets.list> = (
        await call(as, assets.list, { query: { ...query, ...(cursor && { cursor }) } })
      ).body
      pages.push(page.assets.map(({ _id }) => _id))
      cursor = page.next
    }
    const wanted = await watcher.query<{ id: string }>(
      `select id from assets where deleted_at is null and aou_id = '${room.aou_id}'
       order by ${sqlKeys.assetState} ${direction}, id ${direction}`,
    )
    expect(pages.flat()).toEqual(wanted.rows.map(({ id }) => id))
  }
})

test('a common text is shown in the order of tags, also if the order begins with other tags', async () => {
  const { as } = people.administrator as (typeof people)[string]
  for (const search of ['257bf4', 'e280'])
    for (const direction of ['asc', 'desc']) {
      const query = { size: '30', sort: 'rfidTag', direction, search }
      const before = await readings()
      const first = (await call(as, assets.list, { query })).body
      expect((await readings()).read - before.read).toBeLessThan(2 * size)
      const second = (await call(as, assets.list, { query: { ...query, cursor: first.next ?? '' } })).body
      const wanted = await watcher.query<{ id: string }>(
        `select id from assets where deleted_at is null
           and strpos(asset_search_text(rfid_tag, number, serial_no), $1) > 0
         order by ${sqlKeys.rfidTag} ${direction}, id ${direction} limit 60`,
        [search],
      )
      expect([...first.assets, ...second.assets].map(({ _id }) => _id)).toEqual(
        wanted.rows.map(({ id }) => id),
      )
    }
})
