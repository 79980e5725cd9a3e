import { audit } from '@ats/contract/audit.ts'
import { covers } from '@ats/contract/covers.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { coverOf, dayIn } from '#test/covers.ts'
import { planned, step } from '#test/inventories.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { administratorOf, placed, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const { indore, pune, people } = await limitedPeople(t)
const keeper = people['two rooms in two cities']
const inIndore = await stocked(t, { placeId: indore.room })
const inPune = await stocked(t, { location: 'pune', placeId: pune.room })
const elsewhere = await stocked(t, { placeId: await placed(t, 'room', indore.aou) })

const shownTo = async (as = keeper) => (await call(as, covers.list)).body.covers

test('a person with two rooms sees only their assets of a cover, and cannot change it', async () => {
  const cover = await coverOf(t, [inIndore._id, inPune._id, elsewhere._id])
  const params = { id: cover._id }
  expect(cover.assets).toBe(3)
  expect((await shownTo()).find(({ _id }) => _id === cover._id)).toMatchObject({
    ...{ assets: 2, mayChange: false },
  })
  const { body: shown, text } = await call(keeper, covers.assets, { params })
  expect([shown.total, shown.assets.map(({ _id }) => _id)]).toEqual([2, [inIndore._id, inPune._id]])
  expect(text).not.toContain(elsewhere.assetTagId)
  for (const refused of [
    await call(keeper, covers.change, { params, body: { name: 'Mine' } }),
    await call(keeper, covers.end, { params, body: { endsOn: dayIn(1) } }),
    await call(keeper, covers.cancel, { params, body: { reason: 'No' } }),
    await call(keeper, covers.renew, {
      params,
      body: { name: 'Next', startsOn: dayIn(201), endsOn: dayIn(300) },
    }),
    await call(keeper, covers.addAssets, { params, body: { ids: [inPune._id] } }),
    await call(keeper, covers.removeAssets, { params, body: { ids: [inPune._id] } }),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'cover-needs-all-assets'])
})

test('a person who sees all assets of a cover changes it, and adds only assets in scope', async () => {
  const cover = await coverOf(t, [inIndore._id, inPune._id])
  const params = { id: cover._id }
  const changed = await call(keeper, covers.change, { params, body: { note: 'Ours' } })
  expect(changed.body).toMatchObject({ note: 'Ours', mayChange: true })
  const added = await call(keeper, covers.addAssets, { params, body: { ids: [elsewhere._id] } })
  expect(added.body).toMatchObject({ done: 0, failed: 1, results: [{ assetTagId: null }] })
})

test('a cover is visible to its maker, and not to people with none of its assets', async () => {
  const own = await coverOf(t, [], {}, keeper)
  expect((await shownTo()).map(({ _id }) => _id)).toContain(own._id)
  const hidden = await coverOf(t, [elsewhere._id])
  expect((await shownTo()).map(({ _id }) => _id)).not.toContain(hidden._id)
  expect((await call(keeper, covers.get, { params: { id: hidden._id } })).status).toBe(404)
  expect((await call(keeper, covers.assets, { params: { id: hidden._id } })).status).toBe(404)
  const other = people['a property']
  expect((await shownTo(other)).map(({ _id }) => _id)).not.toContain(own._id)
})

test('the audit log has entries of a cover for people who see every asset of the entry', async () => {
  const [mine, both] = [await coverOf(t, [inIndore._id]), await coverOf(t, [inIndore._id, elsewhere._id])]
  for (const { _id: id } of [mine, both])
    await call(admin, covers.change, { params: { id }, body: { note: 'Changed' } })
  const entries = async (recordId: string, as = keeper) =>
    (await call(as, audit.list, { query: { recordId } })).body.events.map(({ action }) => action)
  expect(await entries(mine._id)).toEqual(['cover.changed', 'cover.assets-added'])
  expect(await entries(both._id)).toEqual([])
  expect(await entries(both._id, people['an AoU'])).toEqual(['cover.changed', 'cover.assets-added'])
})

test('a person who counts a room blind does not learn which of its assets are covered', async () => {
  const { _id: id } = await coverOf(t, [inIndore._id, inPune._id])
  const blind = await planned(t, { placeId: indore.room, blind: true, people: [keeper.id] })
  await step(t, blind, 'start')
  const { body } = await call(keeper, covers.assets, { params: { id } })
  expect(body.assets.map(({ _id }) => _id)).toEqual([inPune._id])
  expect((await call(keeper, covers.get, { params: { id } })).body).toMatchObject({ assets: 1 })
  await call(admin, inventories.cancel, { params: { id: blind }, body: { reason: 'Done' } })
})

test('a cover follows its assets when they move or people lose a place', async () => {
  const { _id: id } = await coverOf(t, [inPune._id])
  const only = await t.person({ role: 'User', city: 'Indore' })
  await givePlaces(t, only, [indore.room])
  expect((await call(only, covers.get, { params: { id } })).status).toBe(404)
  await givePlaces(t, only, [pune.mm])
  expect((await call(only, covers.get, { params: { id } })).body).toMatchObject({ mayChange: true })
})
