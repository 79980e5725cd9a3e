import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { seedDemoPlaces } from '#features/places/demo.ts'
import { type Person, testApp } from '#test/app.ts'

const { call, person, db, cityId } = await testApp()
await seedDemoPlaces(db)
const admin = await person({ role: 'Admin', city: 'Mumbai' })
const clerk = await person({ role: 'Sub User', city: 'Indore' })

const paths = async (as: Person, query: Record<string, string>) =>
  (await call(as, places.search, { query })).body.places.map(({ path }) => path)

test('a place is found by the words of its path, in any order, the highest first', async () => {
  expect(await paths(admin, { search: 'warehouse pune' })).toEqual([
    'Pune > MM North > Pune Warehouse',
    'Pune > MM South > Pune Warehouse',
  ])
  expect((await paths(admin, { search: 'PUNE' }))[0]).toBe('Pune')
})

test('one of the words is in its own name, so a city does not bring along all it holds', async () => {
  expect(await paths(admin, { search: 'mm north' })).not.toContain('Pune > MM North > Pune Warehouse')
})

test('signs that mean something to the database are taken as they are', async () => {
  expect(await paths(admin, { search: '%' })).toEqual([])
})

test('the search can be narrowed to a city', async () => {
  expect(await paths(admin, { search: 'warehouse', location: 'delhi' })).toEqual([
    'Delhi > MM North > Delhi Warehouse',
    'Delhi > MM South > Delhi Warehouse',
  ])
})

test('the search can be narrowed to a place and the places in it', async () => {
  const within = await cityId('Delhi')
  expect(await paths(admin, { search: 'warehouse', within })).toEqual([
    'Delhi > MM North > Delhi Warehouse',
    'Delhi > MM South > Delhi Warehouse',
  ])
  expect(await paths(admin, { within })).toContain('Delhi')
  expect(await paths(clerk, { within })).toEqual([])
})

test('places out of reach are not found, by name or by id', async () => {
  expect(await paths(clerk, { search: 'warehouse pune' })).toEqual([])
  expect(await paths(clerk, { id: await cityId('Pune') })).toEqual([])
  expect(await paths(clerk, { id: await cityId('Indore') })).toEqual(['Indore'])
  expect((await call(clerk, places.search, { query: { location: 'pune' } })).status).toBe(404)
})

test('a response holds as many places as were asked for', async () => {
  const all = await paths(admin, { size: '1000' })
  expect(await paths(admin, { size: '3' })).toEqual(all.slice(0, 3))
  expect((await call(admin, places.search, { query: { size: '1001' } })).status).toBe(400)
})
