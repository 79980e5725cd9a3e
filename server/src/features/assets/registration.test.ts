import { assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { expect, test } from 'vitest'
import { type Call, type Person, testApp } from '#test/app.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn, stocked, withHeader } from '#test/stock.ts'

const t = await testApp()
const { call, person, db, app } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
await db.updateTable('users').set({ lastname: 'Nair' }).where('id', '=', clerk.id).execute()
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

type Given = Record<string, unknown>
const form = (given: Given = {}): Given => ({
  rfidTag: freshTag(),
  assetName: 'Chair',
  location: 'indore',
  ...given,
})
const register = (given: Given = {}, as: Pick<Person, 'headers'> = admin) =>
  call(as, assets.register, { body: form(given) })
const countAssets = async () => {
  const { count } = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const unused = new Uint8Array()

test.each([
  ['/api/assets/register as JSON', assets.register, {}],
  ['/api/assets/register as a form', assets.register, { image: unused }],
  ['/api/assets/assets/register as JSON', legacyAssetPaths.register, {}],
  ['/api/assets/assets/register as a form', legacyAssetPaths.register, { image: unused }],
])('an asset is registered at %s and is found again', async (_name, endpoint, extra: Call) => {
  const body = form({ assetName: 'Desk', location: 'Indore' })
  const { status, body: answer } = await call(clerk, endpoint, { body, ...extra })
  expect([status, answer.message]).toEqual([201, 'Asset Registered Successfully!'])
  expect(answer.asset).toMatchObject({
    rfidTag: body.rfidTag,
    assetName: 'Desk',
    location: 'indore',
    city: 'Indore',
    assetState: 'Working',
    assignedUser: null,
    image: null,
    createdBy: 'Ravi Nair',
    version: 1,
  })
  const params = { id: answer.asset._id }
  for (const get of [assets.get, legacyAssetPaths.get]) {
    const read = await call(clerk, get, { params })
    expect(read.body).toEqual(answer.asset)
    expect(read.headers.etag).toBe('"1"')
  }
  for (const list of [assets.list, legacyAssetPaths.list])
    expect((await call(clerk, list, { query: { size: '1' } })).body.assets).toEqual([answer.asset])
})

test('every field of a registration is kept', async () => {
  const given = {
    rfidTag: '3414257BF40000000000162E',
    assetState: 'not-working',
    brand: 'Godrej',
    model: 'X1',
    serialNo: 'SN-77',
    vendor: 'Sharma & Sons',
    rentalStartDate: '2026-02-28',
    rentalPeriod: '24',
    placeId: indore.room,
  }
  const { body } = await register(given)
  expect(body.asset).toMatchObject({
    ...given,
    assetState: 'Not-Working',
    epc: 'urn:epc:id:giai:0614141.5678',
    assetTagId: expect.stringMatching(/^A\d{7}$/),
  })
  expect(body.asset.registeredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
})

const requiredText = 'All required fields must be filled, including location.'

test.each(['rfidTag', 'assetName', 'location'])(
  'without its %s an asset is not registered',
  async (field) => {
    const before = await countAssets()
    for (const value of [undefined, '', '   ', null]) {
      const { status, body } = await register({ [field]: value })
      expect([status, body.error, body.message]).toEqual([400, requiredText, requiredText])
      expect(body.fields).toEqual({ [field]: requiredText })
    }
    const { body } = await call(admin, assets.register, { body: { [field]: ' ' }, image: unused })
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['assetName', 'location', 'rfidTag'])
    expect(await countAssets()).toBe(before)
  },
)

test.each([
  ['location', { location: 'atlantis' }],
  ['placeId', { placeId: 'x' }],
  ['placeId', { placeId: '00000000-0000-4000-8000-000000000000' }],
  ['placeId', { placeId: mumbai.room }],
  ['assetState', { assetState: 'Broken' }],
  ['rfidTag', { rfidTag: 'x'.repeat(129) }],
  ['rfidTag', { rfidTag: 'étiquette' }],
  ['rfidTag', { rfidTag: 'a\u0000b' }],
  ['assetName', { assetName: 'x'.repeat(201) }],
  ['assetName', { assetName: { $ne: 1 } }],
  ['rentalStartDate', { rentalStartDate: '2026-02-30' }],
  ['rentalStartDate', { rentalStartDate: '28/02/2026' }],
  ['rentalStartDate', { rentalStartDate: '0000-01-01' }],
  ['rentalPeriod', { rentalPeriod: '0' }],
  ['rentalPeriod', { rentalPeriod: '1000' }],
  ['rentalPeriod', { rentalPeriod: '1.5' }],
  ['serialNo', { serialNo: 'x'.repeat(201) }],
])('a wrong %s is named and nothing is registered: %j', async (field, given) => {
  const before = await countAssets()
  const { status, body } = await register(given)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  expect(await countAssets()).toBe(before)
})

test('an empty field of a form is the same as a field that is not sent', async () => {
  const names = ['assignedUser', 'placeId', 'assetState', 'brand', 'model', 'serialNo', 'vendor']
  const empty = Object.fromEntries([...names, 'rentalStartDate', 'rentalPeriod'].map((name) => [name, '']))
  const { status, body } = await call(admin, assets.register, { body: form(empty), image: unused })
  expect(status).toBe(201)
  expect(body.asset).toMatchObject({
    assignedUser: null,
    assetState: 'Working',
    placeId: indore.city,
    brand: null,
    model: null,
    serialNo: null,
    vendor: null,
    rentalStartDate: null,
    rentalPeriod: null,
  })
})

test('an asset without a state is working, whatever name that state bears by now', async () => {
  const working = db.selectFrom('asset_states').select('id').where('name', '=', 'Working')
  const { id } = await working.executeTakeFirstOrThrow()
  const rename = (name: string) => db.updateTable('asset_states').set({ name }).where('id', '=', id).execute()
  await rename('In order')
  const { body } = await register()
  await rename('Working')
  expect(body.asset?.assetState).toBe('In order')
})

test('a tag is kept in one form, however it was typed', async () => {
  const tag = freshTag()
  const typed = (tag.match(/../g) ?? []).join(':').toLowerCase()
  expect((await register({ rfidTag: ` ${typed} ` })).body.asset.rfidTag).toBe(tag)
  const { status, body } = await register({ rfidTag: typed.replaceAll(':', ' ') })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([409, ['rfidTag']])
})

test('a tag that is in use is refused with the asset that carries it', async () => {
  const { rfidTag, assetTagId } = await stocked(t, { assetName: 'Lamp', rfidTag: `Label ${freshTag()}` })
  const { status, body } = await register({ rfidTag: rfidTag?.toLowerCase() }, clerk)
  expect([status, body.error]).toEqual([409, `This tag is already on ${assetTagId} (Lamp).`])
})

test('a tag in use out of scope is refused without a word about the asset', async () => {
  const other = await stocked(t, { location: 'mumbai', assetName: 'Secret Lamp' })
  const { status, body, text } = await register({ rfidTag: other.rfidTag }, clerk)
  expect([status, body.fields]).toEqual([409, { rfidTag: 'This tag is already in use.' }])
  for (const word of ['Secret', other.assetTagId, other._id]) expect(text).not.toContain(word)
})

test('new names, brands and vendors come along with a registration, once for all ways to write them', async () => {
  const [first, second] = [
    await register({ assetName: 'Tea Urn', brand: 'Milton', vendor: 'Gupta' }),
    await register({ assetName: 'TEA URN', brand: 'milton', vendor: 'GUPTA' }),
  ]
  expect(second.body.asset).toMatchObject({ assetName: 'Tea Urn', brand: 'Milton', vendor: 'Gupta' })
  expect(first.body.asset.assetName).toBe('Tea Urn')
  const { id } = await db
    .selectFrom('brands')
    .select('id')
    .where('name', '=', 'Milton')
    .executeTakeFirstOrThrow()
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual(['brand.created'])
})

test('an asset is in the place below the city that was chosen, else in the city', async () => {
  expect((await register()).body.asset).toMatchObject({ placeId: indore.city, mm: null, room: null })
  for (const placeId of [indore.mm, indore.property, indore.aou, indore.room])
    expect((await register({ placeId })).body.asset.placeId).toBe(placeId)
  const full = (await register({ placeId: indore.room })).body.asset
  for (const name of [full.mm, full.property, full.aou, full.room]) expect(name).toEqual(expect.any(String))
  const city = await placed(t, 'property', indore.mm)
  expect((await register({ placeId: city, location: 'mumbai' })).body.fields).toEqual({
    placeId: 'This place is in another city.',
  })
})

test('someone who has only a property registers assets there and not in the city as a whole', async () => {
  const keeper = await person({ city: 'Indore' })
  await db.insertInto('user_places').values({ user_id: keeper.id, place_id: indore.property }).execute()
  expect((await register({ placeId: indore.room }, keeper)).status).toBe(201)
  const { status, body } = await register({}, keeper)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['location']])
  expect((await register({ placeId: indore.mm }, keeper)).status).toBe(400)
})

test('the ledger says who registered what', async () => {
  const { body } = await register({ placeId: indore.mm, serialNo: 'S1' }, clerk)
  const [event, ...more] = await ledgerOf(t, body.asset._id)
  expect(more).toEqual([])
  expect(event).toMatchObject({
    action: 'asset.registered',
    actor: clerk.id,
    before: null,
    after: {
      rfidTag: body.asset.rfidTag,
      assetName: 'Chair',
      place: `Indore > ${body.asset.mm}`,
      serialNo: 'S1',
    },
  })
})

test.each([
  ['GET', '/api/assets/undefined'],
  ['PUT', '/api/assets/undefined'],
  ['PUT', '/api/assets/assets/undefined'],
  ['DELETE', '/api/assets/undefined'],
  ['GET', '/api/assets/register'],
] as const)('%s %s is a wrong call', async (method, url) => {
  const payload = method === 'PUT' ? { assetName: 'Chair' } : undefined
  const response = await app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['id']])
})

test('the same registration sent again with its key gets the first answer and registers nothing', async () => {
  const sender = withHeader(clerk, 'idempotency-key', 'order-1')
  const body = form()
  const first = await call(sender, assets.register, { body })
  const before = await countAssets()
  for (const endpoint of [assets.register, legacyAssetPaths.register]) {
    const again = await call(sender, endpoint, { body })
    expect([again.status, again.body]).toEqual([201, first.body])
  }
  const asForm = await call(sender, assets.register, { body, image: unused })
  expect(asForm.body).toEqual(first.body)
  expect(await countAssets()).toBe(before)
  expect(await ledgerOf(t, first.body.asset._id)).toHaveLength(1)
})

test('a key belongs to one registration of one person', async () => {
  const key = ['idempotency-key', 'order-2'] as const
  const body = form()
  expect((await call(withHeader(clerk, ...key), assets.register, { body })).status).toBe(201)
  const other = await call(withHeader(clerk, ...key), assets.register, { body: form() })
  expect([other.status, other.body.message]).toEqual([
    422,
    'This Idempotency-Key was used for another request.',
  ])
  expect((await call(withHeader(admin, ...key), assets.register, { body: form() })).status).toBe(201)
})

test('a registration that was refused leaves its key free', async () => {
  const sender = withHeader(clerk, 'idempotency-key', 'order-3')
  const { rfidTag } = await stocked(t)
  expect((await call(sender, assets.register, { body: form({ rfidTag }) })).status).toBe(409)
  expect((await call(sender, assets.register, { body: form() })).status).toBe(201)
})

test('sent many times at once with one key, one asset comes out of it', async () => {
  const sender = withHeader(clerk, 'idempotency-key', 'order-4')
  const body = form()
  const before = await countAssets()
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(sender, assets.register, { body })))
  expect(await countAssets()).toBe(before + 1)
  const ids = new Set(answers.flatMap(({ status, body: { asset } }) => (status === 201 ? [asset._id] : [])))
  expect(ids.size).toBe(1)
  for (const { status, headers } of answers)
    expect(status === 201 || (status === 409 && headers['retry-after'] === '1')).toBe(true)
})

test.each(['', ' ', 'x'.repeat(201), 'é'])('the key %j is refused', async (key) => {
  const { status, body } = await register({}, withHeader(clerk, 'idempotency-key', key))
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['Idempotency-Key']])
})
