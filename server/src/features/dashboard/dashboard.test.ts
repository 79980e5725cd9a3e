import { dashboard } from '@ats/contract/dashboard.ts'
import { users } from '@ats/contract/identity/users.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { seedDemoPlaces } from '#features/places/demo.ts'
import { type Person, testApp } from '#test/app.ts'

const { call, person, db, cityId } = await testApp()
await seedDemoPlaces(db)
const admin = await person({ role: 'Admin', city: 'Mumbai' })
const clerk = await person({ role: 'Sub User', city: 'Indore' })
const gone = await person({ city: 'Indore' })
await call(admin, users.remove, { params: { id: gone.id } })

const counts = (as: Person, location?: string) =>
  call(as, dashboard.counts, location === undefined ? {} : { query: { location } })

test('someone who sees every place gets the counts of all, without the deleted', async () => {
  const { status, body } = await counts(admin)
  expect(status).toBe(200)
  expect(body).toEqual({ assets: 0, mm: 10, properties: 30, deletedAssets: 0, users: 2 })
})

test('the counts can be narrowed to a city', async () => {
  expect((await counts(admin, 'MUMBAI')).body).toMatchObject({ mm: 2, properties: 6, users: 1 })
  expect((await counts(admin, 'pune')).body).toMatchObject({ mm: 2, properties: 6, users: 0 })
})

test('everyone else gets the counts of the places they were given', async () => {
  expect((await counts(clerk)).body).toMatchObject({ mm: 2, properties: 6, users: 1 })
  const both = [await cityId('Indore'), await cityId('Mumbai')]
  await call(admin, users.update, { params: { id: clerk.id }, body: { places: both } })
  expect((await counts(clerk)).body).toMatchObject({ mm: 4, properties: 12, users: 2 })
  await call(admin, users.update, { params: { id: clerk.id }, body: { places: [] } })
})

test('a city out of scope behaves as one that does not exist', async () => {
  const [outOfReach, unknown] = [await counts(clerk, 'mumbai'), await counts(clerk, 'atlantis')]
  expect([outOfReach.status, unknown.status]).toEqual([404, 404])
  expect(outOfReach.body.message).toBe(unknown.body.message)
})

test('a person is offered the cities within scope', async () => {
  const names = async (as: Person) =>
    (await call(as, places.cities)).body.cities.map(({ location }) => location)
  expect(await names(admin)).toEqual(['bangalore', 'delhi', 'indore', 'mumbai', 'pune'])
  expect(await names(clerk)).toEqual(['indore'])
})
