import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const byAdmin = importer(t, admin)

async function give(person: Person, ...cities: string[]) {
  await db.deleteFrom('user_places').where('user_id', '=', person.id).execute()
  for (const city of cities)
    await db
      .insertInto('user_places')
      .values({ user_id: person.id, place_id: await t.cityId(city) })
      .execute()
}
const isLive = async (code: string) =>
  (await call(admin, assets.find, { query: { code } })).body.assets.some(({ deleted }) => !deleted)

/** A person with two cities, whose file has a row and a wrong row in each. */
async function importOfTwoCities() {
  const person = await t.person({ role: 'Sub User', city: 'Indore' })
  await give(person, 'Indore', 'Mumbai')
  const [here, there] = [freshTag(), freshTag()]
  const row = (rfidTag: string, city: string, assetState = 'Working') => ({
    ...{ rfidTag, assetName: 'Bench', city, assetState },
    model: `in ${city}`,
  })
  const file = csvOf([
    row(here, 'Indore'),
    row(there, 'Mumbai'),
    row(freshTag(), 'Indore', 'Sleeping'),
    row(freshTag(), 'Mumbai', 'Sleeping'),
  ])
  const own = importer(t, person)
  const { _id: id } = await own.check(file)
  return { person, own, id, here, there }
}

test('rows and wrong rows of places that the owner no longer sees are not shown', async () => {
  const { person, own, id } = await importOfTwoCities()
  const rowsOf = async (as: Person, kind: string) => {
    const { body } = await call(as, imports.rows, { params: { id }, query: { kind } })
    return [body.hidden, ...body.rows.map(({ row }) => row)]
  }
  expect([await rowsOf(person, 'new'), await rowsOf(person, 'wrong')]).toEqual([
    [false, 2, 3],
    [false, 4, 5],
  ])
  await own.apply(id)
  await give(person, 'Indore')
  expect([await rowsOf(person, 'new'), await rowsOf(person, 'wrong')]).toEqual([
    [true, 2],
    [true, 4],
  ])
  const file = (await call(person, imports.wrongRows, { params: { id } })).text
  expect([file.includes('in Indore'), file.includes('in Mumbai')]).toEqual([true, false])
  expect(await rowsOf(admin, 'new')).toEqual([false, 2, 3])
})

test('changes to assets that left for such a place are not shown, either', async () => {
  const person = await t.person({ role: 'Sub User', city: 'Indore' })
  await give(person, 'Indore', 'Mumbai')
  const [away, back] = [await stocked(t), await stocked(t, { location: 'mumbai' })]
  const own = importer(t, person)
  const { _id: id } = await own.check(
    csvOf([
      { rfidTag: away.rfidTag ?? '', assetName: 'Chair', city: 'Mumbai' },
      { rfidTag: back.rfidTag ?? '', assetName: 'Chair', city: 'Indore' },
    ]),
  )
  expect(await own.rows(id, 'changed')).toHaveLength(2)
  await give(person, 'Indore')
  expect(await own.rows(id, 'changed')).toEqual([])
})

test('an undo does not touch what is in places that its owner lost', async () => {
  const { person, own, id, here, there } = await importOfTwoCities()
  await own.apply(id)
  await give(person, 'Indore')
  expect(await own.undo(id)).toMatchObject({ status: 'undone', kept: 1 })
  expect([await isLive(here), await isLive(there)]).toEqual([false, true])
  expect(await own.rows(id, 'kept')).toEqual([])
  expect(await byAdmin.rows(id, 'kept')).toMatchObject([
    { row: 3, problems: [{ column: 'place', reason: 'You may no longer work with assets in this place.' }] },
  ])
})

test('nor does a cancel; an administrator who cancels takes back everything', async () => {
  const applied = async () => {
    const made = await importOfTwoCities()
    await made.own.apply(made.id)
    await sql`update imports set status = 'applying' where id = ${made.id}`.execute(db)
    await give(made.person, 'Indore')
    return made
  }
  const [one, other] = [await applied(), await applied()]
  await call(one.person, imports.cancel, { params: { id: one.id } })
  await one.own.work(one.id)
  expect(await one.own.now(one.id)).toMatchObject({ status: 'cancelled', kept: 1 })
  expect([await isLive(one.here), await isLive(one.there)]).toEqual([false, true])
  await call(admin, imports.cancel, { params: { id: other.id } })
  await other.own.work(other.id)
  expect(await other.own.now(other.id)).toMatchObject({ status: 'cancelled', kept: 0 })
  expect([await isLive(other.here), await isLive(other.there)]).toEqual([false, false])
})

test('a place that is lost between the check and the work is a reason to refuse its rows', async () => {
  const { person, own, id, here, there } = await importOfTwoCities()
  await give(person, 'Indore')
  expect(await own.apply(id)).toMatchObject({
    status: 'done',
    message: '1 rows could no longer be applied.',
    counts: { new: 1, wrong: 3 },
  })
  expect([await isLive(here), await isLive(there)]).toEqual([true, false])
  expect(await byAdmin.problems(id)).toContainEqual([3, 'You may no longer work with assets in this place.'])
})

test('who lost the permission in the middle stops there, and goes on once they have it again', async () => {
  const person = await t.person({ role: 'Sub User', city: 'Indore' })
  const own = importer(t, person)
  const tags = Array.from({ length: 6000 }, freshTag)
  const { _id: id } = await own.check(
    csvOf(tags.map((rfidTag) => ({ rfidTag, assetName: 'Bench', city: 'Indore' }))),
  )
  // Disables the account while the first range of rows is applied.
  await t.asOwner(
    `create function leave() returns trigger language plpgsql as $$
      begin update users set status = 'disabled' where email = '${person.email}'; return null; end $$`,
    'create trigger leave after insert on assets for each statement execute function leave()',
  )
  await call(person, imports.apply, { params: { id } })
  await own.work(id)
  expect(await byAdmin.now(id)).toMatchObject({
    status: 'failed',
    failedIn: 'applying',
    progress: { done: 5000, total: 6000 },
    message: 'The person who requested this may no longer work with assets.',
  })
  await t.asOwner('drop trigger leave on assets')
  await sql`update users set status = 'active' where id = ${person.id}`.execute(db)
  expect((await call(admin, imports.retry, { params: { id } })).status).toBe(403)
  expect((await call(person, imports.retry, { params: { id } })).status).toBe(200)
  await own.work(id)
  expect(await own.now(id)).toMatchObject({ status: 'done', counts: { new: 6000, wrong: 0 } })
})
