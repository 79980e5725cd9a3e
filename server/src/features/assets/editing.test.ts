import { type Asset, assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, freshTag, ledgerOf, siteIn, stocked, withHeader } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const details = {
  assetState: 'UP',
  assignedUser: 'Nobody Known',
  brand: 'Godrej',
  vendor: 'Sharma',
  model: 'M1',
  serialNo: 'S1',
  rentalStartDate: '2026-01-01',
  rentalPeriod: '12',
}
let asset: Asset
beforeEach(async () => {
  asset = await stocked(t, { ...details, placeId: indore.room })
})
const update = (body: object, as: Pick<Person, 'headers'> = clerk, endpoint = assets.update) =>
  call(as, endpoint, { params: { id: asset._id }, body })
const now = async () => (await call(admin, assets.get, { params: { id: asset._id } })).body

test.each([
  ['/api/assets/:id', assets.update],
  ['/api/assets/assets/:id', legacyAssetPaths.update],
])('an asset is changed at %s, and what is not sent stays as it is', async (_path, endpoint) => {
  const { status, body } = await update({ assetName: 'Sofa' }, clerk, endpoint)
  expect([status, body.message]).toEqual([200, 'Asset updated successfully!'])
  expect(body.asset).toEqual({ ...asset, assetName: 'Sofa', version: 2 })
  expect(await now()).toEqual(body.asset)
})

test('an asset is changed by a form as well', async () => {
  const fields = { ...details, rfidTag: freshTag(), assetName: 'Sofa', location: 'Indore' }
  const { status, body } = await call(clerk, assets.update, {
    params: { id: asset._id },
    body: fields,
    image: new Uint8Array(),
  })
  expect(status).toBe(200)
  expect(body.asset).toMatchObject({ rfidTag: fields.rfidTag, assetName: 'Sofa', placeId: indore.room })
})

test('an empty text takes a detail away; the state, the name and the tag stay', async () => {
  const empty = Object.fromEntries(Object.keys(details).map((name) => [name, '']))
  const { status, body } = await update(empty)
  expect(status).toBe(200)
  expect(body.asset).toEqual({
    ...asset,
    assignedUser: null,
    brand: null,
    vendor: null,
    model: null,
    serialNo: null,
    rentalStartDate: null,
    rentalPeriod: null,
    version: 2,
  })
  for (const field of ['rfidTag', 'assetName', 'location']) {
    const refused = await update({ [field]: '' })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
  }
})

test('the ledger holds what changed, as it was and as it is, and nothing else', async () => {
  await update({ assetName: 'Sofa', model: 'M2', brand: 'Godrej', vendor: '' })
  const events = await ledgerOf(t, asset._id)
  expect(events).toHaveLength(2)
  const id = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(events[1]).toEqual({
    action: 'asset.changed',
    kind: 'asset',
    actor: clerk.id,
    before: { assetName: 'Chair', nameId: id, model: 'M1', vendor: 'Sharma', vendorId: id },
    after: { assetName: 'Sofa', nameId: id, model: 'M2', vendor: null, vendorId: null },
  })
  const line = t.db
    .selectFrom('events')
    .select(['readable_id', 'record_name'])
    .where('record_id', '=', asset._id)
  expect(await line.orderBy('id').execute()).toEqual([
    { readable_id: asset.assetTagId, record_name: 'Chair' },
    { readable_id: asset.assetTagId, record_name: 'Sofa' },
  ])
})

test('people read names in the history, never ids', async () => {
  await update({ assetName: 'Sofa', placeId: '', vendor: 'Mehta', brand: '', assetState: 'UP' })
  const { events } = (await call(clerk, assetHistory.list, { params: { id: asset._id } })).body
  expect(Object.keys(events[0]?.after ?? {}).filter((key) => key.endsWith('Id'))).toEqual([])
  expect(Object.keys(events[1]?.after ?? {})).toContain('vendor')
  expect(Object.keys(events[1]?.after ?? {}).filter((key) => key.endsWith('Id'))).toEqual([])
})

test('a change that changes nothing leaves no line in the ledger', async () => {
  expect((await update({ assetName: 'chair', model: 'M1' })).status).toBe(200)
  expect(await ledgerOf(t, asset._id)).toHaveLength(1)
})

test.each([
  ['If-Match', (version: number) => [withHeader(clerk, 'if-match', `"${version}"`), {}] as const],
  ['a weak If-Match', (version: number) => [withHeader(clerk, 'if-match', `W/"${version}"`), {}] as const],
  ['the version', (version: number) => [clerk, { version }] as const],
  ['the version of a form', (version: number) => [clerk, { version: String(version) }] as const],
])('an edit of an older version is refused by %s', async (_name, saying) => {
  const [first, sent] = saying(1)
  expect((await update({ model: 'M2', ...sent }, first)).status).toBe(200)
  const { status, body } = await update({ model: 'M3', ...sent }, first)
  expect([status, body.message]).toEqual([
    409,
    'Someone else changed this record while you were editing it. Open it again to see the change.',
  ])
  expect(await now()).toMatchObject({ model: 'M2', version: 2 })
  const [second, current] = saying(2)
  expect((await update({ model: 'M3', ...current }, second)).body.asset.version).toBe(3)
})

test.each([
  ['If-Match', 'x', {}],
  ['version', undefined, { version: 0 }],
  ['version', undefined, { version: 'x' }],
])('a %s that says no version is refused', async (field, header, body) => {
  const as = header === undefined ? clerk : withHeader(clerk, 'if-match', header)
  const answer = await update({ model: 'M9', ...body }, as)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
})

test.each([
  ['another city moves it there as a whole', { location: 'mumbai' }, mumbai.city],
  ['its own city leaves it in its room', { location: 'indore' }, indore.room],
  [
    'its own city and no place moves it to the city as a whole',
    { location: 'indore', placeId: '' },
    indore.city,
  ],
  ['no place moves it to its city as a whole', { placeId: '' }, indore.city],
  ['a place moves it there', { placeId: indore.mm }, indore.mm],
  ['a place of another city moves it there', { placeId: mumbai.aou }, mumbai.aou],
  ['a city and a place of it moves it there', { location: 'mumbai', placeId: mumbai.room }, mumbai.room],
  ['the id of a city moves it there', { placeId: mumbai.city }, mumbai.city],
])('to send %s', async (_rule, body, placeId) => {
  const answer = await update(body, admin)
  expect([answer.status, answer.body.asset.placeId]).toEqual([200, placeId])
  const events = await ledgerOf(t, asset._id)
  expect(events).toHaveLength(placeId === asset.placeId ? 1 : 2)
})

test.each([
  ['placeId', { location: 'indore', placeId: mumbai.room }],
  ['placeId', { placeId: '00000000-0000-4000-8000-000000000000' }],
  ['location', { location: 'atlantis' }],
])('a wrong %s is refused and the asset stays: %j', async (field, body) => {
  const answer = await update(body, admin)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
  expect(await now()).toEqual(asset)
})

test('nobody moves an asset to where they have nothing to say, or takes one from there', async () => {
  expect((await update({ location: 'mumbai' })).body.fields).toHaveProperty('location')
  expect((await update({ placeId: mumbai.room })).body.fields).toHaveProperty('placeId')
  const elsewhere = await person({ role: 'User', city: 'Mumbai' })
  const answer = await update({ location: 'mumbai' }, elsewhere)
  expect([answer.status, answer.body.error]).toEqual([404, 'Asset not found.'])
  expect(await now()).toEqual(asset)
})

test('someone who has only the room cannot move an asset to the city as a whole', async () => {
  const keeper = await person({ city: 'Indore' })
  await db.insertInto('user_places').values({ user_id: keeper.id, place_id: indore.room }).execute()
  expect((await update({ model: 'M2' }, keeper)).status).toBe(200)
  for (const body of [{ placeId: '' }, { location: 'indore', placeId: '' }, { placeId: indore.aou }])
    expect((await update(body, keeper)).status).toBe(400)
})

test('a person is assigned by email, id or full name, in any case', async () => {
  const holder = await person({ city: 'Indore', name: 'Meera' })
  await db.updateTable('users').set({ lastname: 'Iyer' }).where('id', '=', holder.id).execute()
  for (const assignedUser of [holder.email.toUpperCase(), holder.id.toUpperCase(), 'meera iyer']) {
    const { body } = await update({ assignedUser })
    expect(body.asset.assignedUser).toEqual({ name: 'Meera Iyer', _id: holder.id })
  }
})

test('a name that several people bear, or nobody within scope, is kept as a text', async () => {
  const far = await person({ city: 'Mumbai', name: 'Far Away' })
  await person({ city: 'Indore', name: 'Twin' })
  await person({ city: 'Indore', name: 'Twin' })
  for (const name of ['Twin', 'Far Away', far.email, 'The cleaning team']) {
    const { body } = await update({ assignedUser: name })
    expect(body.asset.assignedUser).toEqual({ name, _id: null })
  }
  expect((await update({ assignedUser: far.email }, admin)).body.asset.assignedUser?._id).toBe(far.id)
})

test('a binned asset cannot be seen or changed', async () => {
  await call(admin, assets.remove, { params: { id: asset._id } })
  const params = { id: asset._id }
  const answers = [
    await call(admin, assets.get, { params }),
    await update({ model: 'M2' }),
    await call(admin, assets.remove, { params }),
    await call(admin, assetTags.replace, { params, body: { rfidTag: freshTag() } }),
    await call(admin, assetTags.lose, { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('the ledger is right even when the name came into being while an edit was waiting', async () => {
  const waiting = await db.transaction().execute(async (tx) => {
    const name = { name: 'Brand-New Name' }
    const { id } = await tx.insertInto('asset_names').values(name).returning('id').executeTakeFirstOrThrow()
    await tx.updateTable('assets').set({ name_id: id }).where('id', '=', asset._id).execute()
    const edit = update({ model: 'M2' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    return [edit]
  })
  expect((await waiting[0])?.body.asset).toMatchObject({ assetName: 'Brand-New Name', model: 'M2' })
  expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
    before: { model: 'M1' },
    after: { model: 'M2' },
  })
  expect((await ledgerOf(t, asset._id)).at(-1)?.before).not.toHaveProperty('assetName')
})
