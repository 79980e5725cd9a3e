import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { type MasterKind, masterKinds, masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, cityId } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'User', city: 'Indore', name: 'Indore Clerk' })
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const kinds = Object.keys(masterKinds) as MasterKind[]
const flatKinds = ['asset-name', 'asset-state', 'vendor', 'brand'] as const
const placeKinds = ['mm', 'property', 'aou', 'room'] as const
const fresh = () => `Record ${randomUUID()}`
const parentOf = (kind: MasterKind, site = indore) => {
  const { parent } = masterKinds[kind]
  return parent === null ? undefined : site[parent]
}
const create = (as: Person, kind: MasterKind, body: object) =>
  call(as, masters.create, { params: { kind }, body })
const made = async (kind: MasterKind, name = fresh(), parentId = parentOf(kind)) =>
  (await create(admin, kind, { name, parentId })).body
const update = (as: Person, kind: MasterKind, id: string, body: object) =>
  call(as, masters.update, { params: { kind, id }, body })
const remove = (as: Person, kind: MasterKind, id: string) =>
  call(as, masters.remove, { params: { kind, id } })
const list = (as: Person, kind: MasterKind, query: Record<string, string> = {}) =>
  call(as, masters.list, { params: { kind }, query })
const namesOf = async (as: Person, kind: MasterKind, query: Record<string, string> = {}) =>
  (await list(as, kind, query)).body.records.map(({ name }) => name)

test.each(kinds)('a %s is created, renamed and deleted, and the ledger tells it all', async (kind) => {
  const [name, other] = [fresh(), fresh()]
  const { status, body } = await create(admin, kind, { name: `  ${name} `, parentId: parentOf(kind) })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name,
    [masterKinds[kind].field]: name,
    parentId: parentOf(kind) ?? null,
    createdBy: admin.name,
    uses: 0,
  })
  expect((await update(admin, kind, body.id, { name: other })).body).toMatchObject({
    id: body.id,
    name: other,
  })
  expect(await namesOf(admin, kind, { search: other })).toEqual([other])
  expect((await remove(admin, kind, body.id)).status).toBe(200)
  expect(await namesOf(admin, kind, { search: other })).toEqual([])
  const events = await ledgerOf(t, body.id)
  const word = kind in indore ? 'place' : kind
  expect(events.map(({ action }) => action)).toEqual([
    `${word}.created`,
    `${word}.changed`,
    `${word}.deleted`,
  ])
  expect(events[0]).toMatchObject({ actor: admin.id, kind: word, after: { name } })
  expect(events[1]).toMatchObject({ before: { name }, after: { name: other } })
  expect(events[2]).toMatchObject({ before: { name: other } })
})

test.each(kinds)('two of %s cannot bear one name, whatever the case of its letters', async (kind) => {
  const first = await made(kind)
  const second = await made(kind)
  const again = await create(admin, kind, { name: first.name.toUpperCase(), parentId: parentOf(kind) })
  const renamed = await update(admin, kind, second.id, { name: first.name.toLowerCase() })
  for (const { status, body } of [again, renamed]) {
    expect(status).toBe(400)
    expect(body.fields).toEqual({ name: 'There is already a record with this name.' })
  }
  expect((await update(admin, kind, first.id, { name: first.name.toUpperCase() })).status).toBe(200)
})

test.each(placeKinds)('a %s may bear the name of one that hangs elsewhere', async (kind) => {
  const name = fresh()
  await made(kind, name)
  expect((await create(admin, kind, { name, parentId: parentOf(kind, mumbai) })).status).toBe(201)
})

test.each(['', '   ', 'x'.repeat(201), 7, null])(
  'the name %j is refused, and nothing changes',
  async (name) => {
    const brand = await made('brand')
    const answers = [await create(admin, 'brand', { name }), await update(admin, 'brand', brand.id, { name })]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.fields).toHaveProperty('name')
    }
    expect(await namesOf(admin, 'brand', { search: brand.name })).toEqual([brand.name])
  },
)

test('an empty name is refused with the text people know', async () => {
  expect((await create(admin, 'vendor', { name: ' ' })).body.message).toBe('Please enter a name.')
})

test.each(placeKinds)('a %s hangs under its own kind of place and under nothing else', async (kind) => {
  const wrong = [undefined, indore.room, kind === 'mm' ? indore.mm : indore.city, randomUUID()]
  const moved = await made(kind)
  for (const parentId of wrong) {
    const { status, body } = await create(admin, kind, { name: fresh(), parentId })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['parentId']])
    if (parentId !== undefined) expect((await update(admin, kind, moved.id, { parentId })).status).toBe(400)
  }
  expect((await list(admin, kind, { search: moved.name })).body.records[0]?.parentId).toBe(moved.parentId)
})

test('what is no place hangs under nothing', async () => {
  const { status, body } = await create(admin, 'brand', { name: fresh(), parentId: indore.mm })
  expect([status, body.parentId]).toEqual([201, null])
})

test('a place says where it hangs, from the city down', async () => {
  const mm = await made('mm', 'MM Path', indore.city)
  const property = await made('property', 'Tower', mm.id)
  const aou = await made('aou', 'Offices', property.id)
  const room = await made('room', 'Room 7', aou.id)
  const paths = [mm, property, aou, room].map(({ path }) => path)
  expect(paths).toEqual([
    'Indore',
    'Indore > MM Path',
    'Indore > MM Path > Tower',
    'Indore > MM Path > Tower > Offices',
  ])
})

test.each(flatKinds)(
  'a %s in use cannot be deleted, and the refusal says how often it is used',
  async (kind) => {
    const field = {
      'asset-name': 'assetName',
      'asset-state': 'assetState',
      vendor: 'vendor',
      brand: 'brand',
    }[kind]
    const { id, name } = await made(kind)
    await stocked(t, { [field]: name })
    await binned(t, { [field]: name })
    const { status, body } = await remove(admin, kind, id)
    expect([status, body.message]).toEqual([
      409,
      'It is in use 1 time. Merge it into another record instead.',
    ])
    expect((await list(admin, kind, { search: name })).body.records).toMatchObject([{ name, uses: 1 }])
    expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual([`${kind}.created`])
  },
)

test.each(['city', ...placeKinds] as const)(
  'a %s with assets, people or places in it cannot be deleted',
  async (kind) => {
    const site = await siteIn(t, 'Delhi')
    await stocked(t, { location: 'delhi', placeId: site.room })
    await person({ city: 'Delhi' })
    const { status, body } = await remove(admin, kind, site[kind])
    expect(status).toBe(409)
    expect(body.message).toMatch(/^It is in use \d+ times?\. Merge it into another record instead\.$/)
  },
)

test.each([...flatKinds, 'room'] as const)(
  'a %s that only deleted assets use counts no uses, and says why it stays',
  async (kind) => {
    const { id, name } = await made(kind)
    const uses = {
      'asset-name': { assetName: name },
      'asset-state': { assetState: name },
      vendor: { vendor: name },
      brand: { brand: name },
      room: { placeId: id },
    }
    await binned(t, uses[kind])
    expect((await list(admin, kind, { search: name })).body.records).toMatchObject([{ uses: 0 }])
    const { status, body } = await remove(admin, kind, id)
    expect([status, body.code]).toEqual([409, 'master-in-bin-once'])
  },
)

test.each(kinds)('every %s has a number of its own, which the list is sorted by', async (kind) => {
  const [first, second] = [await made(kind), await made(kind)]
  expect(second.number).toBeGreaterThan(first.number)
  const records = (await list(admin, kind, { sort: 'number', direction: 'desc', size: '2' })).body.records
  expect(records.map(({ number }) => number)).toEqual([second.number, first.number])
})

test('the page around a record holds it, wherever it landed', async () => {
  const mark = fresh()
  for (const end of ['a', 'b', 'c', 'd', 'e']) await made('brand', `${mark} ${end}`)
  const page = (query: object) => list(admin, 'brand', { search: mark, size: '2', ...query })
  const all = (await page({ size: '9' })).body.records
  for (const [at, { id }] of all.entries()) {
    const { body } = await page({ around: id })
    expect([body.from, body.records.map((record) => record.id).includes(id)]).toEqual([
      at - (at % 2) + 1,
      true,
    ])
    const reversed = (await page({ around: id, direction: 'desc' })).body
    expect(reversed.records.map((record) => record.id)).toContain(id)
  }
  const elsewhere = (await page({ around: (await made('brand')).id })).body
  expect(elsewhere.from).toBe(1)
})

test('what only others use counts for nothing, but stays', async () => {
  const { id, name } = await made('brand')
  await stocked(t, { location: 'mumbai', placeId: mumbai.room, brand: name })
  expect((await list(clerk, 'brand', { search: name })).body.records).toMatchObject([{ name, uses: 0 }])
  expect((await remove(admin, 'brand', id)).status).toBe(409)
})

test('a place that was given to someone is in use', async () => {
  const { id } = await made('property')
  await t.db.insertInto('user_places').values({ user_id: clerk.id, place_id: id }).execute()
  expect((await remove(admin, 'property', id)).body.message).toContain('in use 1 time.')
  await t.db.deleteFrom('user_places').execute()
  expect((await remove(admin, 'property', id)).status).toBe(200)
})

test('an asset that left a place no longer keeps it from being deleted', async () => {
  const { id } = await made('mm')
  const { _id } = await stocked(t, { placeId: id })
  expect((await remove(admin, 'mm', id)).status).toBe(409)
  await call(admin, assets.update, { params: { id: _id }, body: { location: 'mumbai' } })
  expect((await remove(admin, 'mm', id)).status).toBe(200)
})

test('what does not exist, or is of another kind, is not found', async () => {
  const brand = await made('brand')
  for (const [kind, id] of [
    ['brand', randomUUID()],
    ['vendor', brand.id],
    ['property', indore.mm],
  ] as const) {
    const statuses = [
      (await update(admin, kind, id, { name: fresh() })).status,
      (await remove(admin, kind, id)).status,
      (await call(admin, masters.merge, { params: { kind, id }, body: { into: brand.id } })).status,
    ]
    expect(statuses).toEqual([404, 404, 404])
  }
  expect((await list(admin, 'colour' as MasterKind)).status).toBe(400)
})

test.each(placeKinds)('a %s of another city is as unknown as one that does not exist', async (kind) => {
  const id = mumbai[kind]
  const answers = [
    await update(clerk, kind, id, { name: fresh() }),
    await remove(clerk, kind, id),
    await call(clerk, masters.merge, { params: { kind, id }, body: { into: indore[kind] } }),
  ]
  for (const { status, body } of answers) expect([status, body.message]).toEqual([404, 'Record not found.'])
  const into = await call(clerk, masters.merge, { params: { kind, id: indore[kind] }, body: { into: id } })
  expect([into.status, Object.keys(into.body.fields ?? {})]).toEqual([400, ['into']])
  const under = { name: fresh(), parentId: parentOf(kind, mumbai) }
  expect((await create(clerk, kind, under)).status).toBe(400)
  expect((await update(clerk, kind, indore[kind], { parentId: under.parentId })).status).toBe(400)
  const seen = (await list(clerk, kind, { size: '500' })).body.records.map((record) => record.id)
  expect(seen).toContain(indore[kind])
  expect(seen).not.toContain(id)
})

test('someone of one city keeps the places of that city', async () => {
  const { status, body } = await create(clerk, 'mm', { name: fresh(), parentId: indore.city })
  expect([status, body.createdBy]).toEqual([201, clerk.name])
  expect((await update(clerk, 'mm', body.id, { name: fresh() })).status).toBe(200)
  expect((await remove(clerk, 'mm', body.id)).status).toBe(200)
})

const needsEverywhere = 'This affects every place. Only people who see every place can do it.'

test.each(['city', ...flatKinds] as const)(
  'a %s is renamed, deleted and merged by those who see every place, even if nobody uses it',
  async (kind) => {
    const [one, into] =
      kind === 'city'
        ? [await cityId('Indore'), await cityId('Mumbai')]
        : [(await made(kind)).id, (await made(kind)).id]
    const allCities = await person({ role: 'User', name: 'Has every city' })
    const ids = await t.db.selectFrom('places').select('id').where('kind', '=', 'city').execute()
    await t.db
      .insertInto('user_places')
      .values(ids.map((place) => ({ user_id: allCities.id, place_id: place.id })))
      .execute()
    for (const as of [clerk, allCities]) {
      const answers = [
        await update(as, kind, one, { name: fresh() }),
        await remove(as, kind, one),
        ...(as === clerk && kind === 'city'
          ? []
          : [await call(as, masters.merge, { params: { kind, id: one }, body: { into } })]),
      ]
      for (const { status, body } of answers) expect([status, body.message]).toEqual([403, needsEverywhere])
    }
    await t.db.deleteFrom('user_places').where('user_id', '=', allCities.id).execute()
  },
)

test.each([
  ['city', 403],
  ['asset-state', 403],
  ['asset-name', 201],
  ['vendor', 201],
  ['brand', 201],
] as const)('someone of one city who adds a %s gets %i', async (kind, wanted) => {
  const { status, body } = await create(clerk, kind, { name: fresh() })
  expect(status).toBe(wanted)
  if (wanted === 403) expect(body.message).toBe(needsEverywhere)
})

test('a record is found by the number that the list shows as its ID', async () => {
  const { records } = (await list(admin, 'city', {})).body
  const city = records[0]
  expect(await namesOf(admin, 'city', { search: String(city?.number) })).toContain(city?.name)
  expect(await namesOf(admin, 'city', { search: '999999999' })).toEqual([])
})

test('a list can be searched, narrowed, sorted and paged', async () => {
  const mm = await made('mm', 'Sorted')
  for (const name of ['beta', 'Alpha', 'gamma_1', 'gamma%2']) await made('property', name, mm.id)
  const under = { parentId: mm.id }
  expect(await namesOf(admin, 'property', under)).toEqual(
    ['Alpha', 'beta', 'gamma_1', 'gamma%2'].sort(byName),
  )
  expect(await namesOf(admin, 'property', { ...under, sort: 'createdAt', direction: 'desc' })).toEqual([
    'gamma%2',
    'gamma_1',
    'Alpha',
    'beta',
  ])
  expect(await namesOf(admin, 'property', { ...under, search: 'GAMMA_' })).toEqual(['gamma_1'])
  expect(await namesOf(admin, 'property', { ...under, search: '2 GAMM' })).toEqual(['gamma%2'])
  expect(await namesOf(admin, 'property', { ...under, search: 'a%' })).toEqual(['gamma%2'])
  const first = await list(admin, 'property', { ...under, size: '3' })
  expect(first.body).toMatchObject({ total: 4, from: 1, previous: null })
  const second = await list(admin, 'property', { ...under, size: '3', cursor: first.body.next ?? '' })
  expect(second.body).toMatchObject({ from: 4, next: null })
  const paged = [...first.body.records, ...second.body.records].map(({ name }) => name)
  expect(paged).toEqual(await namesOf(admin, 'property', under))
})

test('places sort by what they belong to, uses and maker; names, whose uses are counted one by one, not by uses', async () => {
  const mm = await made('mm', fresh())
  await made('property', 'b-empty', mm.id)
  const full = await made('property', 'a-full', mm.id)
  await made('aou', fresh(), full.id)
  const under = { parentId: mm.id }
  expect(await namesOf(admin, 'property', { ...under, sort: 'uses' })).toEqual(['b-empty', 'a-full'])
  expect(await namesOf(admin, 'property', { ...under, sort: 'uses', direction: 'desc', size: '1' })).toEqual([
    'a-full',
  ])
  for (const sort of ['path', 'createdBy'])
    expect((await namesOf(admin, 'property', { ...under, sort })).toSorted()).toEqual(['a-full', 'b-empty'])
  const paths = (await list(admin, 'aou', { sort: 'path', size: '500' })).body.records.map(({ path }) =>
    path.toLowerCase(),
  )
  expect(paths).toEqual(paths.toSorted())
  expect((await list(admin, 'asset-state', { sort: 'uses' })).status).toBe(200)
  expect((await list(admin, 'asset-name', { sort: 'uses' })).status).toBe(400)
})

const byName = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)

test('the places of a city are listed by its name, and a city out of scope is not found', async () => {
  const named = (await list(admin, 'mm', { location: 'MUMBAI', size: '500' })).body.records
  expect(named.map(({ id }) => id)).toContain(mumbai.mm)
  expect(new Set(named.map(({ path }) => path))).toEqual(new Set(['Mumbai']))
  expect((await list(clerk, 'mm', { location: 'mumbai' })).status).toBe(404)
  expect((await list(clerk, 'mm')).body.records.map(({ path }) => path)).not.toContain('Mumbai')
})

test('a city is not called like a word of the addresses', async () => {
  for (const name of ['users', 'Default', 'counts']) {
    const { status, body } = await create(admin, 'city', { name })
    expect([status, body.fields], name).toEqual([
      400,
      { name: 'This word is used in addresses. Please choose another name.' },
    ])
  }
})
