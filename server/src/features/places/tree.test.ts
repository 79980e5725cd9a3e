import { masters } from '@ats/contract/masters.ts'
import { placeTree } from '@ats/contract/place-tree.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { administratorOf, binned, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const { people, indore, pune } = await limitedPeople(t)
const beside = await placed(t, 'room', indore.aou)
const inRoom = (placeId: string, location = 'indore') => stocked(t, { location, placeId })
await inRoom(indore.room)
await inRoom(indore.room)
await inRoom(beside)
await inRoom(pune.room, 'pune')
await binned(t, { location: 'indore', placeId: indore.room })

const below = async (as: Person, query: Record<string, string> = {}) =>
  (await call(as, placeTree.branch, { query })).body
const nodeOf = async (as: Person, id: string, query: Record<string, string> = {}) =>
  (await below(as, { size: '500', ...query })).places.find(({ _id }) => _id === id)

test('the tree begins with the cities and goes down a level at a time, with live assets counted', async () => {
  const roots = await below(admin)
  expect(roots.places.map(({ kind }) => kind)).not.toContain('mm')
  expect(await nodeOf(admin, indore.mm, { parentId: indore.city })).toMatchObject({
    kind: 'mm',
    parentId: indore.city,
    assets: 3,
    children: 1,
    isOwn: true,
  })
  expect(await nodeOf(admin, indore.room, { parentId: indore.aou })).toMatchObject({ assets: 2, children: 0 })
})

test('the tree of one city has that city alone', async () => {
  const { places: roots } = await below(admin, { location: 'pune' })
  expect(roots.map(({ name }) => name)).toEqual(['Pune'])
})

test('someone with two rooms sees the way to them, and only what is in them counts', async () => {
  const clerk = people['two rooms in two cities']
  const cities = (await below(clerk)).places
  expect(cities.map(({ _id, assets, children, isOwn }) => ({ _id, assets, children, isOwn }))).toEqual([
    { _id: indore.city, assets: 2, children: 1, isOwn: false },
    { _id: pune.city, assets: 1, children: 1, isOwn: false },
  ])
  const rooms = await below(clerk, { parentId: indore.aou })
  expect([rooms.total, rooms.places.map(({ _id, isOwn }) => [_id, isOwn])]).toEqual([
    1,
    [[indore.room, true]],
  ])
  expect((await below(clerk, { parentId: beside })).places).toEqual([])
})

test('a place on the way is not changed, nor is anything added to it', async () => {
  const clerk = people['a property']
  const renamed = { params: { kind: 'mm' as const, id: indore.mm }, body: { name: 'Mine' } }
  expect((await call(clerk, masters.update, renamed)).status).toBe(404)
  const added = { params: { kind: 'property' as const }, body: { name: 'Mine', parentId: indore.mm } }
  expect((await call(clerk, masters.create, added)).status).toBe(400)
  expect(await nodeOf(clerk, indore.mm, { parentId: indore.city })).toMatchObject({
    isOwn: false,
    children: 1,
  })
})

test('someone given a place and one below it counts nothing twice', async () => {
  const site = await siteIn(t, 'Delhi')
  await stocked(t, { location: 'delhi', placeId: site.room })
  const both = await person({ role: 'User', city: 'Delhi' })
  await givePlaces(t, both, [site.property, site.room])
  expect(await nodeOf(both, site.city)).toMatchObject({ assets: 1, children: 1, isOwn: false })
})

test('children come in pages, and the page around a place holds it', async () => {
  const { aou } = await siteIn(t, 'Mumbai')
  for (let room = 0; room < 6; room += 1) await placed(t, 'room', aou)
  const all = (await below(admin, { parentId: aou })).places
  const first = await below(admin, { parentId: aou, size: '3' })
  expect([first.places.length, first.total]).toEqual([3, all.length])
  const next = await below(admin, { parentId: aou, size: '3', cursor: first.next ?? '' })
  expect(next.places).toEqual(all.slice(3, 6))
  const around = await below(admin, { parentId: aou, size: '3', around: all[5]?._id ?? '' })
  expect(around.places).toEqual(all.slice(3, 6))
  expect(around.previous).not.toBeNull()
})

test('a city out of scope has no tree', async () => {
  const clerk = await person({ role: 'User', city: 'Indore' })
  expect((await call(clerk, placeTree.branch, { query: { location: 'pune' } })).status).toBe(404)
})
