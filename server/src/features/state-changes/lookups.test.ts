import { assetHistory } from '@ats/contract/assets/history.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { requested, stateChangeCalls } from '#test/state-changes.ts'
import { placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const { ask, decide, undo } = stateChangeCalls(t)
const clerk = await person({ city: 'Indore', name: 'Clerk' })
const other = await person({ city: 'Indore', name: 'Other' })
const stranger = await person({ city: 'Mumbai', name: 'Stranger' })

const get = (as: Person, id: string) => call(as, stateChanges.get, { params: { id } })
const pending = async (as: Person, ids: string[]) =>
  (await call(as, stateChanges.pending, { query: { assets: ids.join() } })).body.stateChanges
const history = (as: Person, id: string) => call(as, assetHistory.list, { params: { id }, query: {} })

async function limitedTo(...places: string[]) {
  const limited = await person({ city: 'Indore' })
  const rows = places.map((place_id) => ({ user_id: limited.id, place_id }))
  await t.db.insertInto('user_places').values(rows).execute()
  return limited
}

async function requestedIn(placeId: string) {
  const asset = await stocked(t, { placeId })
  const { body } = await ask(clerk, [asset])
  return { asset, id: body.results[0]?._id ?? '' }
}

test('a request is found by its id, and by its asset while it is pending', async () => {
  const { asset, id } = await requested(t, {}, clerk)
  const idle = await stocked(t)
  expect((await get(other, id)).body).toMatchObject({ _id: id, createdBy: 'Clerk', isMine: false })
  expect(await pending(other, [idle._id, asset._id])).toMatchObject([{ _id: id, newState: 'Not-Working' }])
  expect(await pending(stranger, [asset._id])).toEqual([])
  expect((await get(stranger, id)).status).toBe(404)
  await decide(other, [id], 'deny')
  expect(await pending(other, [asset._id])).toEqual([])
  expect((await get(clerk, id)).body).toMatchObject({ status: 'denied', note: 'Not this one' })
})

test('a manager of a property and a keeper of two rooms find what is asked for there, and nothing beside', async () => {
  const site = await siteIn(t, 'Indore')
  const [second, third] = [await placed(t, 'room', site.aou), await placed(t, 'room', site.aou)]
  const elsewhere = await siteIn(t, 'Indore')
  const rooms = [site.room, second, third, elsewhere.room]
  const asked = await Promise.all(rooms.map((room) => requestedIn(room)))
  const people: [Person, boolean[]][] = [
    [await limitedTo(site.property), [true, true, true, false]],
    [await limitedTo(site.room, second), [true, true, false, false]],
  ]
  for (const [limited, seen] of people) {
    const expected = seen.map((sees) => (sees ? 200 : 404))
    const answers = (work: (one: (typeof asked)[number]) => Promise<{ status: number }>) =>
      Promise.all(asked.map(async (one) => (await work(one)).status))
    expect(await answers(({ id }) => get(limited, id))).toEqual(expected)
    expect(await answers(({ asset }) => history(limited, asset._id))).toEqual(expected)
    const shown = await pending(
      limited,
      asked.map(({ asset }) => asset._id),
    )
    const visible = asked.filter((_, at) => seen[at])
    expect(shown.map(({ _id }) => _id).toSorted()).toEqual(visible.map(({ id }) => id).toSorted())
  }
})

test('what is no id is refused', async () => {
  expect((await call(clerk, stateChanges.pending, { query: { assets: 'no id' } })).status).toBe(400)
  expect((await get(clerk, 'no-id')).status).toBe(400)
})

test('the history of an asset says who asked and why, who decided and with which note, and each change once', async () => {
  const { asset, id, change } = await requested(t, {}, clerk)
  await decide(other, [id], 'accept', 'Looked at it')
  await undo(other, [id])
  await decide(other, [id], 'deny', 'It works')
  const facts = { _id: id, id: change.id, reason: 'A leg broke', createdBy: 'Clerk', newState: 'Not-Working' }
  const { events } = (await history(clerk, asset._id)).body
  expect(events.map(({ action, by, request }) => ({ action, by, ...request }))).toMatchObject([
    { action: 'state-change.denied', by: 'Other', note: 'It works', ...facts },
    { action: 'state-change.undone', by: 'Other', note: null, ...facts },
    { action: 'state-change.accepted', by: 'Other', note: 'Looked at it', ...facts },
    { action: 'state-change.requested', by: 'Clerk', note: null, ...facts },
    { action: 'asset.registered' },
  ])
})
