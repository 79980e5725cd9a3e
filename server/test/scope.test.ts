import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { masters } from '@ats/contract/masters.ts'
import { places } from '@ats/contract/places.ts'
import { describe, expect, test } from 'vitest'
import { type Call, type Person, testApp } from './app.ts'
import { givePlaces, limitedRole } from './limited-people.ts'
import {
  assetsOf,
  expectNothing,
  idsOf,
  namesOf,
  readEverything,
  reads,
  secretsOf,
  townIn,
} from './scope-town.ts'
import { administratorOf, freshTag, placed, stocked } from './stock.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
await db
  .insertInto('roles')
  .values({ name: limitedRole, permissions: ['user-management', 'master', 'manage-asset', 'reports'] })
  .execute()
const someone = (city: string, name = 'Somebody') => t.person({ role: limitedRole, city, name })

const give = (person: Person, ...placeIds: string[]) => givePlaces(t, person, placeIds)

const [indore, mumbai] = [await townIn(t, 'Indore'), await townIn(t, 'Mumbai')]
describe('someone of Indore', async () => {
  const person = await someone('Indore')
  const ids = idsOf(mumbai)
  const { site, resident } = mumbai
  const secrets = [
    ...secretsOf(assetsOf(mumbai), Object.values(site), [resident]),
    ...(await namesOf(t, [site.mm, site.property, site.aou, site.room])),
    'Mumbai',
    '"mumbai"',
  ]

  test.each(reads)('sees nothing of Mumbai through $key', ({ endpoint }) =>
    expectNothing(t, person, endpoint, { of: mumbai, ids, secrets }),
  )

  test('sees all of Indore', async () => {
    const { body } = await call(person, assets.list)
    const wanted = [indore.inCity, indore.inMm, indore.inRoom].map(({ _id }) => _id)
    expect(body.assets.map(({ _id }) => _id)).toEqual(expect.arrayContaining(wanted))
    expect(body.total).toBe(body.assets.length)
    expect((await call(person, assetBin.list)).body.assets).toMatchObject([{ _id: indore.gone._id }])
  })
})

describe('someone who has only a property of Indore', async () => {
  const person = await someone('Indore')
  const { site, inCity, inMm, resident } = indore
  await give(person, site.property)
  const beside = await placed(t, 'property', site.mm)
  const neighbour = await stocked(t, {
    placeId: beside,
    serialNo: `SN${freshTag()}`,
    model: `MO${freshTag()}`,
  })
  const outside = [inCity, inMm, neighbour]
  const ids = [...outside.map(({ _id }) => _id), beside, resident.id, ...idsOf(mumbai)]
  const secrets = [
    ...secretsOf([...outside, ...assetsOf(mumbai)], [beside, ...Object.values(mumbai.site)], [resident]),
    ...(await namesOf(t, [beside])),
    'Mumbai',
  ]

  test.each(reads)('sees nothing outside of it through $key', async ({ key, endpoint }) => {
    const around = { ...indore, inRoom: neighbour, gone: inMm }
    const of = { ...around, site: { ...site, property: beside } }
    // The planner of a count chooses by name among all people who may count there, including those of the whole city.
    const known = new Set(key === 'counting.people' ? [resident.id, resident.name] : [])
    const unknown = (text: string) => !known.has(text)
    const hidden = { ids: ids.filter(unknown), secrets: secrets.filter(unknown) }
    await expectNothing(t, person, endpoint, { of, ...hidden })
    await expectNothing(t, person, endpoint, { of: mumbai, ...hidden })
  })

  test('sees all of it', async () => {
    const { body } = await call(person, assets.list)
    // The room has one asset of the town, and one that its inventory found.
    expect(body.total).toBe(2)
    expect(body.assets.map(({ _id }) => _id)).toContain(indore.inRoom._id)
    expect((await call(person, assets.list, { query: { location: 'indore' } })).body.total).toBe(2)
    expect((await call(person, assetBin.list)).body.assets).toMatchObject([{ _id: indore.gone._id }])
    expect((await call(person, dashboard.counts)).body).toEqual({
      ...{ assets: 2, deletedAssets: 1, mm: 0, properties: 1, users: 1 },
    })
    const { records } = (await call(person, masters.list, { params: { kind: 'property' } })).body
    expect(records.map(({ id }) => id)).toEqual([site.property])
  })
})

/** What a person sees, without values that depend on the time. */
async function everythingSeenBy(person: Person) {
  const seen: Record<string, string> = {}
  for (const { key, endpoint } of reads) {
    // The feed holds the person's own refused requests.
    const isOfTime = key.startsWith('sessions.') || key.startsWith('securityFeed.')
    if (isOfTime || endpoint.path.includes(':id')) continue
    for (const { said, text } of await readEverything(t, person, endpoint, indore, []))
      seen[said] = text.replace(/"requestId":"[^"]+"/g, '')
  }
  return seen
}

test('whatever happens in Mumbai, nothing that someone of Indore sees changes', async () => {
  const person = await someone('Indore')
  const before = await everythingSeenBy(person)
  await townIn(t, 'Mumbai')
  await call(admin, assets.update, { params: { id: mumbai.inRoom._id }, body: { model: 'Other' } })
  await call(admin, assets.remove, { params: { id: mumbai.inMm._id } })
  expect(Object.keys(before).length).toBeGreaterThan(30)
  expect(await everythingSeenBy(person)).toEqual(before)
})

const seenCities = async (as: Person) => (await call(as, places.cities)).body.cities.map(({ name }) => name)
const countOf = async (as: Person, query: Record<string, string> = {}) => {
  const [list, counts] = [await call(as, assets.list, { query }), await call(as, dashboard.counts, { query })]
  expect(list.body.total).toBe(counts.body.assets)
  return [list.status, list.body.total]
}

test('without a place given a person has their home city, with one given that place instead', async () => {
  const person = await someone('Indore')
  const home = { location: 'indore' }
  const before = await countOf(person)
  expect([before, await seenCities(person)]).toEqual([await countOf(admin, home), ['Indore']])
  await give(person, mumbai.site.city)
  expect(await seenCities(person)).toEqual(['Mumbai'])
  expect(await countOf(person)).toEqual(await countOf(admin, { location: 'mumbai' }))
  expect(await countOf(person, home)).toEqual([404, undefined])
  await give(person)
  expect(await countOf(person)).toEqual(before)
})

test('places within each other are counted once', async () => {
  const person = await someone('Pune')
  const { city, mm, property, aou, room } = indore.site
  const given = [
    [city, room],
    [mm, property],
    [mm, aou, room],
    [property, aou],
    [property, room],
    [aou, room],
  ]
  for (const placeIds of given) {
    await give(person, ...placeIds)
    const { total, assets: seen } = (await call(person, assets.list, { query: { size: '500' } })).body
    expect([total, new Set(seen.map(({ _id }) => _id)).size]).toEqual([seen.length, seen.length])
    expect((await countOf(person))[1]).toBe(total)
    expect(total).toBeGreaterThan(0)
  }
})

test('places side by side are seen together, in each city its own', async () => {
  const person = await someone('Pune')
  await give(person, indore.site.room, mumbai.site.room)
  const { body } = await call(person, assets.list)
  expect([body.total, body.assets.length]).toEqual([4, 4])
  expect(await seenCities(person)).toEqual(['Indore', 'Mumbai'])
  expect(await countOf(person, { location: 'mumbai' })).toEqual([200, 2])
})

test('what is out of scope is neither changed nor deleted nor restored, by any call', async () => {
  const person = await someone('Indore')
  const target = mumbai.inRoom._id
  const before = (await call(admin, assets.get, { params: { id: target } })).body
  const params = { id: target }
  const tries: [Endpoint, Call][] = [
    [assets.update, { params, body: { model: 'x' } }],
    [assets.remove, { params }],
    [assetTags.replace, { params, body: { rfidTag: freshTag() } }],
    [assetTags.lose, { params }],
  ]
  for (const [endpoint, input] of tries) expect((await call(person, endpoint, input)).status).toBe(404)
  const many = [
    await call(person, assetBulk.change, { body: { ids: [target], action: 'delete' } }),
    await call(person, assetBin.restore, { body: { ids: [mumbai.gone._id] } }),
  ]
  for (const { body } of many)
    expect(body).toMatchObject({ done: 0, failed: 1, results: [{ assetTagId: null }] })
  expect((await call(admin, assets.get, { params })).body).toEqual(before)
})
