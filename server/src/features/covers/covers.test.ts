import { assetHistory } from '@ats/contract/assets/history.ts'
import { covers } from '@ats/contract/covers.ts'
import { exports } from '@ats/contract/exports.ts'
import { masters } from '@ats/contract/masters.ts'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { coverOf, dayIn } from '#test/covers.ts'
import { administratorOf, binned, ledgerOf, placed, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const vendorNamed = async (name: string) => {
  const { body } = await call(admin, masters.create, { params: { kind: 'vendor' }, body: { name } })
  return body.id
}
const actionsOf = async (id: string) => (await ledgerOf(t, id)).map(({ action }) => action)

test('a cover is made, changed, found by its facts, and deleted while it has no assets', async () => {
  const vendorId = await vendorNamed('Voltas Service')
  const made = await coverOf(t, [], {
    ...{ name: 'AMC/2026/17', vendorId, cost: { amount: 1_250_050, currency: 'INR' } },
    reminderDays: [7, 60, 7],
  })
  expect(made).toMatchObject({
    ...{ kind: 'amc', state: 'running', daysLeft: 200, assets: 0, mayChange: true, version: 1 },
    ...{ vendor: { id: vendorId, name: 'Voltas Service' }, reminderDays: [60, 7] },
    ...{ cost: { amount: 1_250_050, currency: 'INR' }, previous: null, next: null },
  })
  const params = { id: made._id }
  const change = { kind: 'insurance', endsOn: dayIn(20), cost: null, version: 1 }
  const { body: changed } = await call(admin, covers.change, { params, body: change })
  expect(changed).toMatchObject({ kind: 'insurance', state: 'ending-soon', cost: null, version: 2 })
  const found = async (query: Record<string, string>) =>
    (await call(admin, covers.list, { query })).body.covers.map(({ _id }) => _id)
  expect(await found({ search: 'amc/2026', state: 'running', vendorId })).toEqual([made._id])
  expect(await found({ vendorId, kind: 'amc' })).toEqual([])
  expect((await call(admin, covers.remove, { params })).status).toBe(200)
  expect((await call(admin, covers.get, { params })).status).toBe(404)
  expect(await actionsOf(made._id)).toEqual(['cover.created', 'cover.changed', 'cover.deleted'])
  expect((await ledgerOf(t, made._id))[1]).toMatchObject({
    before: { kind: 'amc', endsOn: dayIn(200), cost: { amount: 1_250_050, currency: 'INR' } },
    after: { kind: 'insurance', endsOn: dayIn(20), cost: null },
  })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['an end before its start', { endsOn: '2000-01-01' }, 'endsOn'],
  ['an unknown vendor', { vendorId: '019a93f2-6f0c-7c61-9d0e-3f1c8e1b7a55' }, 'vendorId'],
  ['half a paisa', { cost: { amount: 0.5, currency: 'INR' } }, 'cost.amount'],
  ['no currency', { cost: { amount: 5, currency: 'Rupees' } }, 'cost.currency'],
  ['six reminders', { reminderDays: [1, 2, 3, 4, 5, 6] }, 'reminderDays'],
])('a cover with %s is refused', async (_name, wrong, field) => {
  const body = { kind: 'amc', name: 'X', startsOn: dayIn(0), endsOn: dayIn(9), ...wrong }
  const { status, body: said } = await call(admin, covers.create, { body })
  expect([status, Object.keys(said.fields ?? {})]).toEqual([400, [field]])
})

test('a change of an outdated version says who changed what', async () => {
  const { _id: id } = await coverOf(t)
  const body = { note: 'Seen', version: 1 }
  await call(admin, covers.change, { params: { id }, body })
  const { status, body: said } = await call(admin, covers.change, {
    params: { id },
    body: { ...body, note: 'x' },
  })
  expect([status, said.conflict]).toMatchObject([
    409,
    { version: 2, changes: [{ field: 'note', value: 'Seen' }] },
  ])
})

describe('the assets of a cover', () => {
  test('are added once, listed, shown in their history, and removed', async () => {
    const [one, two] = [await stocked(t), await stocked(t, { assetName: 'Generator' })]
    const gone = await binned(t)
    const cover = await coverOf(t, [one._id])
    const params = { id: cover._id }
    const ids = [one._id, two._id, gone._id]
    const { body } = await call(admin, covers.addAssets, { params, body: { ids } })
    expect(body).toMatchObject({ done: 2, failed: 1 })
    const listed = async (query = {}) =>
      (await call(admin, covers.assets, { params, query })).body.assets.map(({ _id }) => _id)
    expect(await listed()).toEqual([one._id, two._id])
    expect(await listed({ search: 'generator' })).toEqual([two._id])
    expect((await call(admin, covers.list, { query: { assetId: two._id } })).body.total).toBe(1)
    const removed = await call(admin, covers.removeAssets, { params, body: { ids: [two._id, gone._id] } })
    expect(removed.body).toMatchObject({ done: 1, failed: 1 })
    const history = await call(admin, assetHistory.list, { params: { id: two._id } })
    expect(history.body.events.slice(0, 2)).toMatchObject([
      { action: 'asset.uncovered', before: { cover: cover.name } },
      { action: 'asset.covered', after: { cover: cover.name } },
    ])
    expect((await call(admin, covers.remove, { params })).body.code).toBe('cover-has-assets')
    expect(await actionsOf(cover._id)).toEqual([
      ...['cover.created', 'cover.assets-added', 'cover.assets-added', 'cover.assets-removed'],
    ])
  })

  test('can be chosen by a filter', async () => {
    const room = await placed(t, 'mm', await t.cityId('Indore'))
    const [one, two] = [await stocked(t, { placeId: room }), await stocked(t, { placeId: room })]
    const { _id: id } = await coverOf(t)
    const body = { filter: { placeId: room }, except: [one._id] }
    expect((await call(admin, covers.addAssets, { params: { id }, body })).body.done).toBe(1)
    const { body: shown } = await call(admin, covers.assets, { params: { id } })
    expect(shown.assets.map(({ _id }) => _id)).toEqual([two._id])
  })
})

test('a cover is ended early, but not later', async () => {
  const { _id: id } = await coverOf(t)
  const late = await call(admin, covers.end, { params: { id }, body: { endsOn: dayIn(200) } })
  expect([late.status, late.body.code]).toEqual([400, 'cover-end-not-earlier'])
  const early = await call(admin, covers.end, { params: { id }, body: { endsOn: dayIn(-1), version: 1 } })
  expect(early.body).toMatchObject({ endsOn: dayIn(-1), state: 'ended' })
  const before = await call(admin, covers.end, { params: { id }, body: { endsOn: dayIn(-101) } })
  expect(before.body.code).toBe('cover-period-reversed')
})

test('a cancelled cover gives its reason and is not changed any more', async () => {
  const asset = await stocked(t)
  const { _id: id } = await coverOf(t, [asset._id])
  const params = { id }
  expect((await call(admin, covers.cancel, { params, body: { reason: ' ' } })).status).toBe(400)
  const { body } = await call(admin, covers.cancel, { params, body: { reason: 'Entered twice' } })
  expect(body).toMatchObject({ state: 'cancelled', cancelReason: 'Entered twice' })
  const renewal = { name: 'Next', startsOn: dayIn(201), endsOn: dayIn(300) }
  for (const again of [
    await call(admin, covers.change, { params, body: { note: 'x' } }),
    await call(admin, covers.end, { params, body: { endsOn: dayIn(1) } }),
    await call(admin, covers.cancel, { params, body: { reason: 'Again' } }),
    await call(admin, covers.renew, { params, body: renewal }),
    await call(admin, covers.addAssets, { params, body: { ids: [asset._id] } }),
  ])
    expect([again.status, again.body.code]).toEqual([409, 'cover-is-cancelled'])
})

test('a renewed cover has the same assets and the next period, once', async () => {
  const asset = await stocked(t)
  const former = await coverOf(t, [asset._id], { note: 'Four visits a year', kind: 'lease' })
  const params = { id: former._id }
  const overlapping = { name: 'Next', startsOn: dayIn(200), endsOn: dayIn(500) }
  const { body: said } = await call(admin, covers.renew, { params, body: overlapping })
  expect(said.fields).toMatchObject({ startsOn: expect.stringContaining(dayIn(200)) })
  const body = { ...overlapping, startsOn: dayIn(201) }
  const { body: renewed, status } = await call(admin, covers.renew, { params, body })
  expect([status, renewed.cover]).toMatchObject([
    201,
    {
      ...{ kind: 'lease', note: 'Four visits a year', assets: 1, state: 'upcoming' },
      previous: { id: former._id, name: former.name },
    },
  ])
  expect((await call(admin, covers.get, { params })).body.next?.id).toBe(renewed.cover._id)
  expect((await call(admin, covers.renew, { params, body })).body.code).toBe('cover-renewed-before')
  const second = { id: renewed.cover._id }
  await call(admin, covers.cancel, { params: second, body: { reason: 'Too expensive' } })
  expect((await call(admin, covers.renew, { params, body })).status).toBe(201)
})

test('a vendor of a cover cannot be deleted, and a merge moves its covers', async () => {
  const [from, into] = [await vendorNamed('Blue Star'), await vendorNamed('Blue Star Ltd')]
  const { _id: id } = await coverOf(t, [], { vendorId: from })
  const params = { kind: 'vendor', id: from }
  expect((await call(admin, masters.remove, { params })).body.code).toBe('master-in-use')
  expect((await call(admin, masters.merge, { params, body: { into } })).status).toBe(200)
  const { body } = await call(admin, covers.get, { params: { id } })
  expect(body.vendor).toEqual({ id: into, name: 'Blue Star Ltd' })
  expect((await ledgerOf(t, id)).at(-1)).toMatchObject({
    ...{ action: 'cover.changed', before: { vendor: 'Blue Star' }, after: { vendor: 'Blue Star Ltd' } },
  })
})

test('the list is exported', async () => {
  const { name } = await coverOf(t, [(await stocked(t))._id], { cost: { amount: 99, currency: 'INR' } })
  const { body } = await call(admin, exports.create, {
    body: { list: 'covers', format: 'csv', filter: { search: name } },
  })
  const params = { id: body.export.id }
  const { address } = (await call(admin, exports.ticket, { params })).body
  const file = await t.app.inject({ method: 'GET', url: address, headers: admin.headers })
  const [heading, row, ...more] = file.body.trim().split('\n')
  expect(heading).toContain('Kind,Name,Vendor,First Day,Last Day,State')
  expect(row).toContain(name)
  expect(row).toContain('running,99,INR,1,')
  expect(more).toEqual([])
})
