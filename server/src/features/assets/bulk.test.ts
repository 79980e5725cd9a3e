import { randomUUID } from 'node:crypto'
import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const bulk = (body: object, as: Person = clerk) => call(as, assetBulk.change, { body })
const get = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const idsOf = (list: Asset[]) => list.map(({ _id }) => _id)
const three = async (given = {}) => [
  await stocked(t, given),
  await stocked(t, given),
  await stocked(t, given),
]

/** What the ledger, the tags and the asset show after a change, without values that must differ between two assets. */
async function traceOf(asset: Asset) {
  const events = (await ledgerOf(t, asset._id)).slice(1)
  const { tags } = (await call(admin, assetHistory.list, { params: { id: asset._id } })).body
  const { body } = await call(admin, assets.find, { query: { code: asset._id } })
  const same = ({ assetState, assignedUser, placeId, version, deleted }: (typeof body.assets)[number]) => ({
    ...{ assetState, assignedUser, placeId, version, deleted },
  })
  return { events, tags: tags.map(({ ending }) => ending), assets: body.assets.map(same) }
}

test.each([
  [
    'moved',
    { action: 'move', placeId: indore.room },
    (id: string) => call(clerk, assets.update, { params: { id }, body: { placeId: indore.room } }),
  ],
  [
    'assigned',
    { action: 'assign', assignedUser: clerk.email },
    (id: string) => call(clerk, assets.update, { params: { id }, body: { assignedUser: clerk.email } }),
  ],
  [
    'assigned to nobody',
    { action: 'assign', assignedUser: '' },
    (id: string) => call(clerk, assets.update, { params: { id }, body: { assignedUser: '' } }),
  ],
  [
    'deleted',
    { action: 'delete', reason: 'Sold' },
    (id: string) => call(clerk, assets.remove, { params: { id }, query: { reason: 'Sold' } }),
  ],
])('many assets are %s with the same traces as one by one', async (_name, body, single) => {
  const given = { placeId: indore.mm, assignedUser: 'Someone' }
  const many = await three(given)
  const alone = await stocked(t, given)
  const { status, body: answer } = await bulk({ ...body, ids: idsOf(many) })
  await single(alone._id)
  expect(status).toBe(200)
  expect(answer).toEqual({
    done: 3,
    failed: 0,
    ...(body.action === 'move' && { move: expect.any(String) }),
    results: many.map(({ _id, assetTagId }) => ({
      _id,
      assetTagId,
      ok: true,
      message: 'Done.',
      code: 'done',
    })),
  })
  const wanted = await traceOf(alone)
  expect(wanted.events).toHaveLength(1)
  for (const asset of many) expect(await traceOf(asset)).toEqual(wanted)
})

test('what cannot be changed is told one by one, and the others are changed', async () => {
  const [one, two] = await three()
  const far = await stocked(t, { location: 'mumbai' })
  const gone = await binned(t)
  const unknown = randomUUID()
  const ids = [one?._id, far._id, gone._id, unknown, two?._id, one?._id]
  const { body } = await bulk({ ids, action: 'move', placeId: indore.aou })
  expect([body.done, body.failed]).toEqual([2, 3])
  expect(body.results.map(({ _id, ok, message }) => [_id, ok, message])).toEqual([
    [one?._id, true, 'Done.'],
    [far._id, false, 'Asset not found.'],
    [gone._id, false, 'Asset not found.'],
    [unknown, false, 'Asset not found.'],
    [two?._id, true, 'Done.'],
  ])
  expect((await get(two?._id ?? '')).placeId).toBe(indore.aou)
  expect((await get(far._id)).location).toBe('mumbai')
  expect(JSON.stringify(body)).not.toContain(far.assetTagId)
})

test('an action on a filter changes all that a list with this filter shows, and nothing else', async () => {
  const inside = await three({ assetName: 'Bulk Chair', placeId: indore.property })
  const name = await stocked(t, { assetName: 'Bulk Table', placeId: indore.property })
  const place = await stocked(t, { assetName: 'Bulk Chair', placeId: indore.mm })
  const filter = { search: 'bulk chair', placeId: indore.property }
  const { body } = await bulk({ filter, action: 'assign', assignedUser: 'Team A' })
  expect(body.done).toBe(3)
  for (const { _id } of inside) expect((await get(_id)).assignedUser?.name).toBe('Team A')
  for (const { _id } of [name, place]) expect((await get(_id)).assignedUser).toBeNull()
})

test('an action on a filter leaves out the rows that were unticked', async () => {
  const [kept, ...others] = await three({ assetName: 'Unticked Chair', placeId: indore.property })
  const target = { filter: { search: 'unticked chair' }, except: [kept?._id] }
  const { body } = await bulk({ ...target, action: 'delete' })
  expect([body.done, body.failed]).toEqual([2, 0])
  expect((await call(clerk, assets.get, { params: { id: kept?._id ?? '' } })).status).toBe(200)
  for (const { _id } of others)
    expect((await call(clerk, assets.get, { params: { id: _id } })).status).toBe(404)
})

test('an action on a filter that its own changes end goes to the end all the same', async () => {
  const holder = await person({ name: 'Holder' })
  const count = 620
  await sql`insert into assets (name_id, state_id, place_id, assigned_user_id, assigned_name)
    select (select id from asset_names limit 1), (select id from asset_states limit 1), ${indore.room},
      ${holder.id}, 'Holder'
    from generate_series(1, ${count}::int)`.execute(db)
  const filter = { assignedUser: holder.id }
  const { body } = await bulk({ filter, action: 'assign', assignedUser: '' })
  expect([body.done, body.failed, body.results.length]).toEqual([count, 0, count])
  expect((await call(clerk, assets.list, { query: { assignedUser: holder.id } })).body.total).toBe(0)
})

test('a filter does not reach beyond the places of the person', async () => {
  const far = await stocked(t, { location: 'mumbai', assetName: 'Far Chair' })
  const { body } = await bulk({ filter: { search: 'far chair' }, action: 'delete' })
  expect(body).toEqual({ done: 0, failed: 0, results: [] })
  expect((await bulk({ filter: { location: 'mumbai' }, action: 'delete' })).status).toBe(404)
  expect((await get(far._id)).version).toBe(1)
})

test.each([
  ['no choice', { action: 'delete' }, 'body'],
  ['both choices', { action: 'delete', ids: [randomUUID()], filter: {} }, 'body'],
  ['no assets', { action: 'delete', ids: [] }, 'ids'],
  ['exceptions without a filter', { action: 'delete', ids: [randomUUID()], except: [randomUUID()] }, 'body'],
  ['an exception that is no id', { action: 'delete', filter: {}, except: ['x'] }, 'except.0'],
  ['an action that does not exist', { action: 'sell', ids: [randomUUID()] }, 'action'],
  ['a move to nowhere', { action: 'move', ids: [randomUUID()] }, 'placeId'],
  ['a place that does not exist', { action: 'move', ids: [randomUUID()], placeId: randomUUID() }, 'placeId'],
  ['a place out of scope', { action: 'move', ids: [randomUUID()], placeId: mumbai.room }, 'placeId'],
  ['an assignment to nobody said', { action: 'assign', ids: [randomUUID()] }, 'assignedUser'],
  ['a wrong filter', { action: 'delete', filter: { sort: 'x' } }, 'filter.sort'],
])('%s is refused as a whole', async (_name, body, field) => {
  const answer = await bulk(body)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
})

test('a move to where it is already leaves no line in the ledger', async () => {
  const { _id } = await stocked(t, { placeId: indore.room })
  await bulk({ ids: [_id], action: 'move', placeId: indore.room })
  expect(await ledgerOf(t, _id)).toHaveLength(1)
})
