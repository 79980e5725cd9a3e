import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { exportLists } from '@ats/contract/exports.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { masters } from '@ats/contract/masters.ts'
import { placeTree } from '@ats/contract/place-tree.ts'
import { reports } from '@ats/contract/reports.ts'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { asked, opened, ticketFor } from './exports.ts'
import { itemsOf, planned, programmeIn, step, sweep } from './inventories.ts'
import { givePlaces, limitedPeople, limitedRole } from './limited-people.ts'
import { readEverything, reads, secretsOf, townIn } from './scope-town.ts'
import { administratorOf, freshTag, stocked } from './stock.ts'

const t = await testApp()
const { call } = t
const { pune } = await limitedPeople(t)
const admin = await administratorOf(t)
const town = await townIn(t, 'Indore')
const { site } = town
const assetName = `Desk ${freshTag()}`
const before = await stocked(t, { placeId: site.aou, serialNo: `SN${freshTag()}`, assetName })
/** Counted a month ago with the same assets: what was expected then reveals what is expected now. */
await call(admin, inventories.cancel, { params: { id: town.inventories.counting }, body: { reason: 'x' } })
const counter = await t.person({ role: 'User', city: 'Indore' })
const earlier = await planned(t, { placeId: site.property, people: [counter.id] })
await step(t, earlier, 'start')
await sweep(t, counter, earlier, { placeId: site.room, reads: [before.rfidTag ?? ''] })
await step(t, earlier, 'review')
const sought = (await itemsOf(t, earlier)).find((item) => item.class === 'not-found')?._id ?? ''
const resolution = {
  action: 'investigate',
  ownerId: counter.id,
  until: '2026-01-31',
  reason: 'Lent?',
} as const
await call(admin, inventoryReview.resolve, { params: { id: earlier }, body: { items: [sought], resolution } })
await step(t, earlier, 'approve')
const { _id: programme } = await programmeIn(t, { placeId: site.property, level: 'room' })
const wider = await planned(t, { placeId: site.city })
await step(t, wider, 'start')
await step(t, wider, 'review')

async function limitedTo(places: string[]) {
  const person = await t.person({ role: limitedRole, city: 'Indore' })
  await givePlaces(t, person, places)
  return person
}
const counters: Record<string, Person> = {
  'somebody of the city': await t.person({ role: limitedRole, city: 'Indore' }),
  'an administrator': await t.person({ role: 'Admin', city: 'Pune' }),
  'somebody with two places in two cities': await limitedTo([site.property, pune.room]),
}
const hidden = [town.inRoom, town.gone, before]
const secrets = [...secretsOf(hidden, [], []), assetName, town.inventories.tag]
const files: Record<string, string> = {}
for (const [name, person] of Object.entries(counters)) {
  const { body } = await asked(t, person, { list: 'assets' })
  files[name] = body.export.id
}
const people = Object.values(counters).map(({ id }) => id)
const id = await planned(t, { placeId: site.property, blind: true, people })
await step(t, id, 'start')
const ids = [
  ...[town.inRoom._id, town.gone._id, before._id, site.room, site.property],
  ...[id, earlier, wider, town.inventories.review, town.readers.id],
  ...[programme, sought, town.certificate],
]

/** The names that assets can have are a list of the organisation, which does not say where such an asset is. */
const secretsBesides = (said: string) =>
  /asset-name|audit/.test(said) ? secrets.filter((secret) => secret !== assetName) : secrets

async function whatIsShown(as: Person) {
  const shown: string[] = []
  for (const { endpoint } of reads)
    for (const { said, status, text } of await readEverything(t, as, endpoint, town, ids)) {
      expect(status, said).toBeLessThan(500)
      const own = status === 200 ? secretsBesides(said).filter((secret) => text.includes(secret)) : []
      if (own.length > 0) shown.push(`${said} shows ${own.join()}`)
    }
  return shown
}

test('somebody who does not count it sees all of it', async () => {
  expect((await whatIsShown(await t.person({ role: 'Admin', city: 'Pune' }))).length).toBeGreaterThan(50)
})

describe.each(Object.keys(counters))('%s who counts a property blind', (name) => {
  const person = counters[name] as Person

  test('sees nothing of what is registered in it through any request', async () => {
    expect(await whatIsShown(person)).toEqual([])
  })

  test('gets no file of it, whenever that was asked for', async () => {
    for (const list of exportLists) {
      const { body, status } = await asked(t, person, {
        list,
        filter: list === 'inventory-items' ? { inventoryId: wider } : {},
      })
      if (status !== 201) continue
      const { body: file } = await opened(t, await ticketFor(t, person, body.export.id), person.cookie)
      for (const secret of secretsBesides(list))
        expect(file.includes(secret), `${list} shows ${secret}`).toBe(false)
    }
    const old = await opened(t, await ticketFor(t, person, files[name] ?? ''), person.cookie)
    for (const secret of secrets) expect(old.body.includes(secret), secret).toBe(false)
  })

  test('changes nothing in it', async () => {
    const ofOne = namedEndpoints.filter(
      ({ endpoint: { path, method } }) =>
        method !== 'GET' && /^\/api(\/v1)?\/assets(\/assets)?\/:id/.test(path),
    )
    expect(ofOne.length).toBeGreaterThan(4)
    for (const { key, endpoint } of ofOne) {
      const body = { rfidTag: freshTag(), assetName: 'Other' }
      const { status } = await call(person, endpoint, { params: { id: before._id }, body })
      expect([key, status]).toEqual([key, 404])
    }
    const body = { ids: [before._id], action: 'assign', assignedUser: 'Asha' } as const
    expect((await call(person, assetBulk.change, { body })).body).toMatchObject({ done: 0, failed: 1 })
  })

  test('is told numbers without it', async () => {
    const location = name === 'an administrator' ? {} : { location: 'indore' }
    const { total } = (await call(person, assets.list, { query: { size: '1' } })).body
    const inCity = (await call(person, assets.list, { query: { size: '1', ...location } })).body.total
    expect((await call(person, dashboard.counts, {})).body.assets).toBe(total)
    const { states, places } = (await call(person, dashboard.overview, { query: location })).body
    expect(states?.reduce((sum, one) => sum + one.assets, 0) ?? 0).toBe(inCity)
    expect((places?.rows.reduce((sum, one) => sum + one.assets, 0) ?? 0) + (places?.others ?? 0)).toBe(inCity)
    const trends = (await call(person, dashboard.trends, { query: location })).body
    expect(trends.assets?.at(-1)?.assets ?? inCity).toBe(inCity)
    const cities = (await call(person, placeTree.branch, {})).body.places
    expect(cities.reduce((sum, one) => sum + one.assets, 0)).toBe(total)
    const below = (await call(person, placeTree.branch, { query: { parentId: site.property } })).body.places
    expect(below.map((one) => one.assets)).toEqual(below.map(() => 0))
    const level = { level: 'property', placeId: site.property }
    expect((await call(person, reports.stateByPlace, { query: level })).body.rows).toEqual([])
    const aous = await call(person, masters.list, {
      params: { kind: 'aou' },
      query: { parentId: site.property },
    })
    // It counts the room below it, but no asset.
    if (aous.status === 200) expect(aous.body.records?.map((one) => one.uses)).toEqual([1])
  })
})

test('a search finds none of it, and says nothing of a tag that is typed', async () => {
  const person = counters['somebody of the city'] as Person
  for (const code of [town.inRoom.rfidTag, before.assetTagId, before.serialNo, before._id])
    expect((await call(person, assets.find, { query: { code: code ?? '' } })).body.assets).toEqual([])
  const taken = { assetName: 'Chair', location: 'indore', rfidTag: before.rfidTag ?? '' }
  const { status, text } = await call(person, assets.register, { body: taken })
  expect([status, text.includes(before.assetTagId)]).toEqual([409, false])
})

test('it ends with counting, and begins again with a recount', async () => {
  const person = counters['somebody of the city'] as Person
  const seen = async () => (await call(person, assets.get, { params: { id: before._id } })).status
  await sweep(t, person, id, { placeId: site.aou, reads: [before.rfidTag ?? ''] })
  expect(await seen()).toBe(404)
  await step(t, id, 'review')
  expect(await seen()).toBe(200)
  await step(t, id, 'recount')
  expect(await seen()).toBe(404)
  await call(admin, inventories.cancel, { params: { id }, body: { reason: 'x' } })
  expect(await seen()).toBe(200)
})
