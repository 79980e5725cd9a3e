import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, freshTag, siteIn, stocked } from '#test/stock.ts'
import { searched } from './search.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

type Query = Record<string, string>
const list = async (query: Query = {}, as: Person = admin) => (await call(as, assets.list, { query })).body
const idsOf = async (query: Query, as: Person = admin) =>
  (await list({ size: '500', ...query }, as)).assets.map(({ _id }) => _id)

const chair = await stocked(t, { assetName: 'Oak Chair', rfidTag: 'E28011 606000AA01', placeId: indore.room })
const lamp = await stocked(t, { assetName: '50% Lamp_x', serialNo: 'SER-77', placeId: indore.property })
const sofa = await stocked(t, {
  assetName: 'Red SOFA',
  assetState: 'Not-Working',
  assignedUser: clerk.email,
  location: 'mumbai',
  placeId: mumbai.aou,
})
const dash = await stocked(t, { assetName: 'Dash', rfidTag: 'door-label-1', serialNo: 'ABCD-1234' })
await binned(t, { assetName: 'Oak Bench' })

test('the newest come first, and the binned ones not at all', async () => {
  const { assets: shown, ...page } = await list()
  expect(shown.map(({ _id }) => _id)).toEqual([dash, sofa, lamp, chair].map(({ _id }) => _id))
  expect(page).toEqual({ total: 4, totalIsExact: true, from: 1, previous: null, next: null, last: null })
  expect(await idsOf({ direction: 'asc' })).toEqual([chair, lamp, sofa, dash].map(({ _id }) => _id))
})

test.each([
  ['a part of the name', 'oak cha', chair],
  ['a part of the name in other letters', 'red sofa', sofa],
  ['a part of the tag', '6000aa0', chair],
  ['the tag as it was typed, with separators', 'e2:80:11:60:60:00:aa:01', chair],
  ['the tag with spaces', 'E280 1160 6000 AA01', chair],
  ['a part of a tag that is no hex', 'LABEL-1', dash],
  ['the asset tag id', lamp.assetTagId.toLowerCase(), lamp],
  ['a part of the asset tag id', lamp.assetTagId.slice(-4), lamp],
  ['the serial number', 'ser-7', lamp],
  ['a serial number that looks like hex with a separator', 'abcd-1234', dash],
  ['the id', sofa._id, sofa],
  ['the id in capitals', sofa._id.toUpperCase(), sofa],
  ['the first half of the id', sofa._id.slice(0, 18), sofa],
  ['the end of the id', sofa._id.slice(-8), sofa],
  ['a part of the id with a dash', sofa._id.slice(15, 25), sofa],
  ['the beginning of the id without dashes', sofa._id.replaceAll('-', '').slice(0, 14), sofa],
  ['a percent sign, which stands for itself', '50%', lamp],
  ['an underscore, which stands for itself', 'p_x', lamp],
  ['two letters of a name', 'OF', sofa],
  ['one letter of a name', '%', lamp],
])('an asset is found by %s', async (_name, search, wanted) => {
  expect(await idsOf({ search })).toContain(wanted._id)
})

test.each(['zzz', '%%', '__', '5_%', 'l%p', '\\', "' or 1=1 --", 'label_1', 'oak bench', 'zq'])(
  'the text %j, which nothing holds, finds nothing',
  async (search) => {
    expect(await list({ search })).toMatchObject({ assets: [], total: 0, totalIsExact: true, from: 0 })
  },
)

test('one or two characters find any part of a tag', async () => {
  const short = await stocked(t, { rfidTag: 'xq7-1' })
  expect(await idsOf({ search: 'Q7' })).toEqual([short._id])
  expect(await idsOf({ search: 'q' })).toContain(short._id)
  expect(await list({ search: 'q7' })).not.toHaveProperty('wholeTagsOnly')
  await call(admin, assets.remove, { params: { id: short._id } })
  const binned = await call(admin, assetBin.list, { query: { search: 'q7' } })
  expect(binned.body.assets.map(({ _id }) => _id)).toEqual([short._id])
})

test('the beginning of a label finds labels; inside of codes it is looked for only where no label begins so', async () => {
  const early = lamp.assetTagId.toLowerCase().slice(0, -1)
  const copied = await stocked(t, { serialNo: `Z${early}9-a0999` })
  await sql`update assets set number = 4000000 where id = ${copied._id}`.execute(db)
  expect(await idsOf({ search: early })).toEqual(by(dash, sofa, lamp, chair))
  expect(await idsOf({ search: 'a0999' })).toEqual([copied._id])
  await call(admin, assets.remove, { params: { id: copied._id } })
})

test('a search counts what it finds', async () => {
  expect(await list({ search: 'oak' })).toMatchObject({ total: 1, totalIsExact: true, from: 1 })
})

const by = (...wanted: { _id: string }[]) => wanted.map(({ _id }) => _id)

test.each([
  ['a city', { location: 'INDORE' }, by(dash, lamp, chair)],
  ['an MM', { placeId: indore.mm }, by(lamp, chair)],
  ['a property', { placeId: indore.property }, by(lamp, chair)],
  ['an area of use', { placeId: indore.aou }, by(chair)],
  ['a room', { placeId: indore.room }, by(chair)],
  ['a place given as the city', { placeId: mumbai.city }, by(sofa)],
  ['a city and a place of it', { location: 'indore', placeId: indore.room }, by(chair)],
  ['a state, in any letters', { state: 'not-WORKING' }, by(sofa)],
  ['a state in a place', { state: 'Working', placeId: indore.mm }, by(lamp, chair)],
  ['a state that nothing here is in', { state: 'UP' }, []],
  ['a state that does not exist', { state: 'Melted' }, []],
  ['a person', { assignedUser: clerk.id }, by(sofa)],
  ['a person and a place without them', { assignedUser: clerk.id, location: 'indore' }, []],
  ['a text within a place', { search: 'oak', placeId: indore.mm }, by(chair)],
  ['a text outside of the place', { search: 'oak', location: 'mumbai' }, []],
  ['a text and a state', { search: 'sofa', state: 'Working' }, []],
])('the list is narrowed to %s, and so is its total', async (_name, query: Query, wanted) => {
  const { assets: shown, total, totalIsExact } = await list(query)
  expect([shown.map(({ _id }) => _id), total, totalIsExact]).toEqual([wanted, wanted.length, true])
})

test.each([
  [404, { location: 'atlantis' }],
  [400, { placeId: '00000000-0000-4000-8000-000000000000' }],
  [400, { placeId: 'x' }],
  [400, { location: 'indore', placeId: mumbai.room }],
  [400, { sort: 'id; drop table assets' }],
  [400, { direction: 'up' }],
  [400, { size: '501' }],
  [400, { size: '0' }],
  [400, { cursor: 'x' }],
  [400, { assignedUser: 'me' }],
] as [number, Query][])('answers %i to %j', async (status, query) => {
  expect((await call(admin, assets.list, { query })).status).toBe(status)
})

/** Reads a list forward from its first page and backward from its last. */
async function walk(query: Query, as: Person = admin) {
  const forward: string[] = []
  let page = await list(query, as)
  for (;;) {
    expect(page.from).toBe(page.assets.length === 0 ? 0 : forward.length + 1)
    forward.push(...page.assets.map(({ _id }) => _id))
    if (page.next === null) break
    page = await list({ ...query, cursor: page.next }, as)
  }
  const backward: string[] = []
  if (page.last !== null) page = await list({ ...query, cursor: page.last }, as)
  for (;;) {
    backward.unshift(...page.assets.map(({ _id }) => _id))
    if (page.previous === null) break
    page = await list({ ...query, cursor: page.previous }, as)
  }
  return { forward, backward }
}

test.each([
  ['registeredAt', 'asc', {}],
  ['registeredAt', 'desc', { location: 'pune' }],
  ['rfidTag', 'asc', {}],
  ['rfidTag', 'desc', { location: 'pune' }],
  ['registeredAt', 'asc', { search: 'stool' }],
  ['rfidTag', 'desc', { search: 'stool', state: 'UP' }],
  ['assetState', 'asc', { location: 'pune' }],
  ['assetState', 'desc', { search: 'stool' }],
  ['assetName', 'asc', { location: 'pune' }],
  ['assetName', 'desc', { search: 'stool' }],
  ['place', 'desc', {}],
  ['rentalStartDate', 'asc', { search: 'stool' }],
] as [string, string, Query][])(
  'by %s %s with %j the pages, forward and backward, are the whole list',
  async (sort, direction, filter) => {
    await manyStools()
    const query = { sort, direction, ...filter }
    const whole = await list({ ...query, size: '500' })
    const ids = whole.assets.map(({ _id }) => _id)
    expect(whole.total).toBe(ids.length)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(20)
    const { forward, backward } = await walk({ ...query, size: '7' })
    expect(forward).toEqual(ids)
    expect(backward).toEqual(ids)
  },
)

let stools: Promise<unknown> | undefined
/** Created once: stools in Pune, some of them without a tag. */
function manyStools() {
  stools ??= (async () => {
    for (let n = 0; n < 45; n += 1) {
      const assetState = n % 2 === 0 ? 'UP' : 'Working'
      const { _id } = await stocked(t, { assetName: `Stool ${n % 5}`, location: 'pune', assetState })
      if (n % 9 === 0) await call(admin, assetTags.lose, { params: { id: _id } })
    }
  })()
  return stools
}

test('by tag the list is in the order of the tags, those without one first', async () => {
  await manyStools()
  const tags = (await list({ sort: 'rfidTag', direction: 'asc', location: 'pune' })).assets.map(
    ({ rfidTag }) => rfidTag?.toUpperCase() ?? '',
  )
  expect(tags).toEqual(tags.toSorted())
  expect(tags.filter((tag) => tag === '')).toHaveLength(5)
})

test('a cursor of another order is refused', async () => {
  await manyStools()
  const { next } = await list({ size: '7', location: 'pune' })
  const query = { size: '7', sort: 'rfidTag', cursor: next ?? '' }
  const { status, body } = await call(admin, assets.list, { query })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['cursor']])
})

let cups: Promise<void> | undefined

/** More than are counted, in Delhi. */
function manyCups() {
  cups ??= insertCups()
  return cups
}

async function insertCups() {
  await sql`insert into asset_names (name) values ('Cup')`.execute(db)
  await sql`insert into assets (rfid_tag, name_id, state_id, place_id, assigned_user_id, assigned_name)
    select 'CUP' || n, (select id from asset_names where name = 'Cup'),
      (select id from asset_states where name = 'Working'), ${await t.cityId('Delhi')}, ${admin.id}, 'Keeper'
    from generate_series(1, 10001) as n`.execute(db)
  await sql`analyze assets`.execute(db)
}

test('a search or a person with too many assets is counted to a bound; places and states always exactly', async () => {
  await manyCups()
  const bounded = { total: 10_000, totalIsExact: false, last: null }
  expect(await list({ search: 'cup', size: '2' })).toMatchObject(bounded)
  expect(await list({ search: 'CUP1', size: '2' })).toMatchObject({ total: 1113, totalIsExact: true })
  expect(await list({ assignedUser: admin.id, size: '2' })).toMatchObject(bounded)
  expect(await list({ location: 'delhi', size: '2' })).toMatchObject({ total: 10_001, totalIsExact: true })
  expect(await list({ location: 'delhi', state: 'working', size: '2' })).toMatchObject({ total: 10_001 })
  const first = await list({ search: 'cup', size: '2' })
  const second = await list({ search: 'cup', size: '2', cursor: first.next ?? '' })
  expect(second.from).toBe(3)
  expect(new Set([...first.assets, ...second.assets].map(({ _id }) => _id)).size).toBe(4)
  expect((await list({ search: freshTag() })).total).toBe(0)
}, 60_000)

test('among more than 10,000 assets one or two characters are a whole tag, and the list says so', async () => {
  await manyCups()
  const { _id } = await stocked(t, { rfidTag: 'u1', location: 'delhi' })
  for (const query of [{}, { location: 'delhi' }])
    expect(await list({ search: 'U1', size: '5', ...query })).toMatchObject({
      assets: [{ _id }],
      wholeTagsOnly: true,
    })
  expect(await list({ search: 'cu', size: '2' })).toMatchObject({ totalIsExact: false })
  expect(await list({ search: 'CUP', size: '2' })).not.toHaveProperty('wholeTagsOnly')
  expect(await list({ size: '2' })).not.toHaveProperty('wholeTagsOnly')
  const near = await stocked(t, { rfidTag: 'au12', placeId: indore.room, location: 'indore' })
  const keeper = await t.person({ role: 'Sub User', city: 'Indore' })
  for (const place of [indore.room, mumbai.room])
    await sql`insert into user_places (user_id, place_id) values (${keeper.id}, ${place})`.execute(db)
  const few = await call(keeper, assets.list, { query: { search: 'u1', size: '5' } })
  expect(few.body).not.toHaveProperty('wholeTagsOnly')
  expect(few.body.assets.map((asset) => asset._id)).toEqual([near._id])
  for (const id of [_id, near._id]) await call(admin, assets.remove, { params: { id } })
})

test('the short id of a list is found among any number of assets', async () => {
  await manyCups()
  const { _id } = await stocked(t, { location: 'pune' })
  const [placeId, stateId] = [await t.cityId('Pune'), '00000000-0000-4000-8000-000000000001']
  const million = [{ kind: 'city' as const, placeId, cityId: placeId, stateId, live: 1_000_000, deleted: 0 }]
  const rest = sql<boolean>`assets.deleted_at is null`
  for (const search of [_id.slice(-8), _id.slice(-13), _id.replaceAll('-', '').slice(-20)]) {
    const shown = await searched(db, { search, rest, indexRanges: million, bin: 'live', isAll: true })
    const { rows } = await sql<{ id: string }>`select id from assets where ${shown.where}`.execute(db)
    expect(rows).toEqual([{ id: _id }])
  }
  const { rows: plan } = await sql`explain select from assets
    where right(assets.id::text, 8) collate "C" = ${_id.slice(-8)}`.execute(db)
  expect(JSON.stringify(plan)).toContain('assets_by_end_of_id')
})

test('a whole tag of an asset that the filter leaves out shows nothing else', async () => {
  const tag = freshTag()
  await stocked(t, { rfidTag: tag, location: 'pune' })
  const copied = await stocked(t, { serialNo: `X-${tag}-Y`, location: 'mumbai' })
  expect(await idsOf({ search: tag, location: 'mumbai' })).toEqual([])
  expect(await idsOf({ search: tag.slice(1), location: 'mumbai' })).toEqual([copied._id])
  for (const { _id } of (await list({ search: tag.slice(1) })).assets)
    await call(admin, assets.remove, { params: { id: _id } })
})
