import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'User', city: 'Indore' })

const move = (as: Person, kind: MasterKind, id: string, parentId: string) =>
  call(as, masters.update, { params: { kind, id }, body: { parentId } })
const merge = (as: Person, kind: MasterKind, id: string, into: string) =>
  call(as, masters.merge, { params: { kind, id }, body: { into } })
const flat = async (kind: MasterKind, name = `Record ${randomUUID()}`) =>
  (await call(admin, masters.create, { params: { kind }, body: { name } })).body
const assetNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const totalIn = async (query: Record<string, string>) => {
  const { body } = await call(admin, assets.list, { query: { ...query, size: '1' } })
  return body.total
}
const exists = async (kind: MasterKind, id: string) => {
  const { body } = await call(admin, masters.list, { params: { kind }, query: { size: '500' } })
  return body.records.some((record) => record.id === id)
}

test('an MM that moves to another city takes its places, its assets and their counts along', async () => {
  const site = await siteIn(t, 'Indore')
  const live = await stocked(t, { placeId: site.room })
  await binned(t, { placeId: site.property })
  const before = {
    indore: (await call(admin, dashboard.counts, { query: { location: 'indore' } })).body,
    pune: (await call(admin, dashboard.counts, { query: { location: 'pune' } })).body,
  }
  const { status, body } = await move(admin, 'mm', site.mm, await t.cityId('Pune'))
  expect([status, body.path]).toEqual([200, 'Pune'])
  expect(await assetNow(live._id)).toMatchObject({
    location: 'pune',
    placeId: site.room,
    version: live.version,
  })
  const after = {
    indore: (await call(admin, dashboard.counts, { query: { location: 'indore' } })).body,
    pune: (await call(admin, dashboard.counts, { query: { location: 'pune' } })).body,
  }
  expect(after.indore).toMatchObject({
    assets: before.indore.assets - 1,
    deletedAssets: before.indore.deletedAssets - 1,
    mm: before.indore.mm - 1,
    properties: before.indore.properties - 1,
  })
  expect(after.pune).toMatchObject({
    assets: before.pune.assets + 1,
    deletedAssets: before.pune.deletedAssets + 1,
    mm: before.pune.mm + 1,
    properties: before.pune.properties + 1,
  })
  expect((await ledgerOf(t, site.mm)).at(-1)).toMatchObject({
    action: 'place.changed',
    before: { path: 'Indore' },
    after: { path: 'Pune' },
  })
})

test.each(['property', 'aou', 'room'] as const)('a %s that moves takes what is in it along', async (kind) => {
  const from = await siteIn(t, 'Indore')
  const to = await siteIn(t, 'Mumbai')
  const { _id } = await stocked(t, { placeId: from.room })
  const parent = { property: to.mm, aou: to.property, room: to.aou }[kind]
  expect((await move(admin, kind, from[kind], parent)).status).toBe(200)
  expect(await assetNow(_id)).toMatchObject({ city: 'Mumbai', placeId: from.room })
  expect(await totalIn({ placeId: to.mm })).toBe(1)
  expect(await totalIn({ placeId: from.mm })).toBe(0)
  expect(await totalIn({ placeId: from[kind] })).toBe(1)
})

test('a place that moves to where its name is taken stays where it was', async () => {
  const [from, to] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
  const own = await placed(t, 'property', from.mm, 'Same Name')
  await placed(t, 'property', to.mm, 'same name')
  const { status, body } = await move(admin, 'property', own, to.mm)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['name']])
})

test.each([
  ['asset-name', 'assetName'],
  ['asset-state', 'assetState'],
  ['vendor', 'vendor'],
  ['brand', 'brand'],
] as const)('a merged %s hands its assets, the binned ones too, to the other', async (kind, field) => {
  const [from, into] = [await flat(kind), await flat(kind)]
  const live = await stocked(t, { [field]: from.name })
  await binned(t, { [field]: from.name })
  const { status, body } = await merge(admin, kind, from.id, into.id)
  expect([status, body.moved]).toEqual([200, 2])
  expect(await assetNow(live._id)).toMatchObject({ [field]: into.name, version: live.version + 1 })
  expect(await exists(kind, from.id)).toBe(false)
  expect((await ledgerOf(t, from.id)).at(-1)).toMatchObject({
    action: `${kind}.merged`,
    actor: admin.id,
    before: { name: from.name },
    after: { mergedInto: into.name, moved: 2 },
  })
})

test('states that are merged are counted as one', async () => {
  const [from, into] = [await flat('asset-state'), await flat('asset-state')]
  await stocked(t, { assetState: from.name })
  await stocked(t, { assetState: into.name })
  await merge(admin, 'asset-state', from.id, into.id)
  expect(await totalIn({ state: into.name })).toBe(2)
  expect(await totalIn({ state: from.name })).toBe(0)
})

test.each(['mm', 'property', 'aou', 'room'] as const)(
  'a merged %s hands its assets and the places below to the other, in another city too',
  async (kind) => {
    const [from, into] = [await siteIn(t, 'Indore'), await siteIn(t, 'Mumbai')]
    const here = await stocked(t, { placeId: from[kind] })
    const below = await stocked(t, { placeId: from.room })
    await binned(t, { placeId: from[kind] })
    const { status, body } = await merge(admin, kind, from[kind], into[kind])
    expect([status, body.moved]).toEqual([200, kind === 'room' ? 3 : 2])
    expect(await assetNow(here._id)).toMatchObject({ city: 'Mumbai', placeId: into[kind] })
    expect(await assetNow(below._id)).toMatchObject({ city: 'Mumbai' })
    expect(await totalIn({ placeId: into[kind] })).toBe(2)
    expect(await exists(kind, from[kind])).toBe(false)
    const left = db.selectFrom('asset_counters').select('live').where('place_id', '=', from[kind])
    expect(await left.execute()).toEqual([])
  },
)

test('a merged city hands over its people too, and so does a place that was given to someone', async () => {
  const { id: oldCity } = await flat('city', 'Old Town')
  const { id: newCity } = await flat('city', 'New Town')
  const resident = await person({ city: 'Old Town' })
  const [from, into] = [await placed(t, 'mm', oldCity), await placed(t, 'mm', newCity)]
  const both = [from, into].map((place_id) => ({ user_id: clerk.id, place_id }))
  await db
    .insertInto('user_places')
    .values([...both, { user_id: resident.id, place_id: from }])
    .execute()
  expect((await merge(admin, 'mm', from, into)).status).toBe(200)
  expect((await merge(admin, 'city', oldCity, newCity)).status).toBe(200)
  const given = db.selectFrom('user_places').select(['user_id as user', 'place_id as place'])
  const rows = await given.where('place_id', 'in', [from, into]).execute()
  expect(rows.toSorted((a, b) => (a.user < b.user ? -1 : 1))).toEqual(
    [clerk, resident]
      .map(({ id }) => ({ user: id, place: into }))
      .toSorted((a, b) => (a.user < b.user ? -1 : 1)),
  )
  const home = db.selectFrom('users').select('city_id').where('id', '=', resident.id)
  expect((await home.executeTakeFirstOrThrow()).city_id).toBe(newCity)
  await db.deleteFrom('user_places').execute()
})

test('places whose children share a name are not merged, and nothing moves', async () => {
  const [from, into] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
  await placed(t, 'property', from.mm, 'Twin')
  await placed(t, 'property', into.mm, 'TWIN')
  const { _id } = await stocked(t, { placeId: from.mm })
  const { status, body } = await merge(admin, 'mm', from.mm, into.mm)
  expect([status, body.message]).toEqual([
    409,
    'Both contain a place with the same name. Merge or rename those places first.',
  ])
  expect(await assetNow(_id)).toMatchObject({ placeId: from.mm, version: 1 })
})

test('a record is not merged into itself, into another kind or into nothing', async () => {
  const [brand, vendor] = [await flat('brand'), await flat('vendor')]
  for (const into of [brand.id, vendor.id, randomUUID()]) {
    const { status, body } = await merge(admin, 'brand', brand.id, into)
    expect([status, body.fields]).toEqual([400, { into: 'Please choose another record of the same kind.' }])
  }
  expect(await exists('brand', brand.id)).toBe(true)
})

test.each(['asset-name', 'asset-state', 'vendor', 'brand'] as const)(
  'a %s, which everyone shares, is merged by those who see every place',
  async (kind) => {
    const [from, into] = [await flat(kind), await flat(kind)]
    expect((await merge(clerk, kind, from.id, into.id)).status).toBe(403)
    expect(await exists(kind, from.id)).toBe(true)
  },
)

test('cities are merged by those who see every place; the places of one city by those who have it', async () => {
  const [from, into] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
  const everyCity = await db
    .insertInto('user_places')
    .columns(['user_id', 'place_id'])
    .expression((eb) =>
      eb
        .selectFrom('places')
        .select([eb.val(clerk.id).as('user_id'), 'id'])
        .where('kind', '=', 'city'),
    )
    .execute()
  expect(everyCity[0]?.numInsertedOrUpdatedRows).toBeGreaterThan(4n)
  expect((await merge(clerk, 'city', await t.cityId('Delhi'), await t.cityId('Pune'))).status).toBe(403)
  await db.deleteFrom('user_places').execute()
  expect((await merge(clerk, 'property', from.property, into.property)).status).toBe(200)
})
