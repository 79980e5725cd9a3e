import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import { reports } from '@ats/contract/reports.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { growOrganisation } from '#server/seed/seed.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'

// Reports whose rows are few among many older assets. A new city has more assets than are counted, and readers
// saw nearly all assets.
const [old, perRoom, rooms] = [12_000, 420, 25]

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
await growOrganisation(t.ownerUrl, t.store, old)
const owner = new pg.Client({ connectionString: t.ownerUrl })
await owner.connect()
afterAll(() => owner.end())

const idOf = async (text: string) => (await owner.query<{ id: string }>(text)).rows[0]?.id ?? ''
const added = (kind: string, name: string, parent: string | null) =>
  idOf(`insert into places (kind, name, parent_id)
    values ('${kind}', '${name}', ${parent === null ? 'null' : `'${parent}'`}) returning id`)
const city = await added('city', 'Newtown', null)
const property = await added('property', 'Hall', await added('mm', 'MM New', city))
const aou = await added('aou', 'Floor', property)
await owner.query(`insert into places (kind, name, parent_id)
  select 'room', 'Room ' || n, '${aou}' from generate_series(1, ${rooms}) as n`)
await owner.query(`insert into assets (rfid_tag, name_id, state_id, place_id)
  select 'E2BE' || lpad(to_hex(row_number() over ()), 20, '0'), (select id from asset_names order by id limit 1),
    (select id from asset_states order by id offset n % 2 limit 1), id
  from places cross join generate_series(1, ${perRoom}) as n where kind = 'room' and aou_id = '${aou}'`)
// Some old assets moved there, so the list starts with them.
await owner.query(`update assets set place_id = '${aou}' where number % 400 = 9 and deleted_at is null`)
await owner.query(`insert into last_seen (tag, seen_at, read_at) select upper(rfid_tag), now(), now() from assets
  where deleted_at is null and rfid_tag is not null and number % 300 <> 5`)
await owner.query('vacuum analyze')

const oldRoom = await idOf(
  `select id from places where kind = 'room' and city_id <> '${city}' order by id limit 1`,
)
const newRoom = await idOf(
  `select id from places where kind = 'room' and city_id = '${city}' order by id limit 1`,
)
async function keeperOf(...places: string[]) {
  const keeper = await t.person({ role: 'User', city: 'Pune' })
  await givePlaces(t, keeper, places)
  return keeper
}
/** The people with their filter, and the condition for what they ask. */
const people: Record<string, { as: Person; query: Record<string, string>; sees: string }> = {
  administrator: {
    as: await t.person({ role: 'Admin' }),
    query: { location: 'newtown' },
    sees: `city_id = '${city}'`,
  },
  'keeper of the city': { as: await keeperOf(city), query: {}, sees: `city_id = '${city}'` },
  'keeper of a property and an old room': {
    ...{ as: await keeperOf(property, oldRoom), query: {} },
    sees: `(property_id = '${property}' or place_id = '${oldRoom}')`,
  },
  'keeper of two rooms': {
    ...{ as: await keeperOf(newRoom, oldRoom), query: {} },
    sees: `place_id in ('${newRoom}', '${oldRoom}')`,
  },
}

const read = async (table: string) => {
  await sql`select pg_stat_force_next_flush()`.execute(t.db)
  await owner.query('select pg_stat_force_next_flush()')
  const { rows } = await owner.query<{ read: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = '${table}'`,
  )
  return Number(rows[0]?.read)
}

/** Three pages forward and one back; returns the ids of the pages and the most rows of a table read for one. */
async function pagesOf(as: Person, endpoint: Endpoint, query: Record<string, string>, table: string) {
  const pages: string[][] = []
  let [most, cursor]: [number, string | null] = [0, '']
  let previous: string | null = null
  const ask = async (at: string | null) => {
    const before = await read(table)
    const { status, body } = await t.call(as, endpoint, { query: { ...query, ...(at && { cursor: at }) } })
    expect(status).toBe(200)
    most = Math.max(most, (await read(table)) - before)
    const page = body as unknown as Reply<typeof reports.asOf>
    pages.push(page.rows.map(({ id }) => id))
    return page
  }
  for (let turn = 0; turn < 3 && cursor !== null; turn += 1) ({ next: cursor, previous } = await ask(cursor))
  if (previous !== null) await ask(previous)
  return { pages, most }
}

const wantedPages = (ids: string[], size: number) => {
  const pages = [0, 1, 2].map((turn) => ids.slice(turn * size, (turn + 1) * size))
  const shown = pages.filter((page, turn) => turn === 0 || page.length > 0)
  const back = shown.at(-2)
  return back === undefined ? shown : [...shown, back]
}
const idsOf = async (text: string) => (await owner.query<{ id: string }>(text)).rows.map(({ id }) => id)
const asking = Object.keys(people)
/** The sightings that a count and a page would read are twice the assets. */
const lessThanTwice = 1.7 * (old + perRoom * rooms)

test.each(asking)('what is in a new city, for the %s, skips no old assets', async (who) => {
  const { as, query, sees } = people[who] as (typeof people)[string]
  const asked = { ...query, size: '20' }
  const { pages, most } = await pagesOf(as, reports.asOf, asked, 'asset_versions')
  const ids = await idsOf(`select id from assets where deleted_at is null and ${sees} order by id`)
  expect(pages).toEqual(wantedPages(ids, 20))
  // The count up to its bound, the first look, and the page in one of the two ways.
  expect(most).toBeLessThan(10_001 + 2000 + 2000 + 100)
})

test.each(asking)('what was not seen, for the %s, is not looked up twice', async (who) => {
  const { as, query, sees } = people[who] as (typeof people)[string]
  const asked = { ...query, size: '5' }
  const { pages, most } = await pagesOf(as, reports.notSeen, asked, 'last_seen')
  const ids =
    await idsOf(`select id from assets where deleted_at is null and rfid_tag is not null and number % 300 = 5
    and ${sees} order by id`)
  expect(pages).toEqual(wantedPages(ids, 5))
  expect(most).toBeLessThan(lessThanTwice)
})

test('what was not seen anywhere is not looked up twice', async () => {
  const { as } = people.administrator as (typeof people)[string]
  const { pages, most } = await pagesOf(as, reports.notSeen, { size: '10' }, 'last_seen')
  const ids = await idsOf(
    'select id from assets where deleted_at is null and rfid_tag is not null and number % 300 = 5 order by id',
  )
  expect(pages).toEqual(wantedPages(ids, 10))
  expect(most).toBeLessThan(lessThanTwice)
})
