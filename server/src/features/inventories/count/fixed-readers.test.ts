import { inventories } from '@ats/contract/inventories/inventories.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { countedBySomebody, countingIn, planned, step } from '#test/inventories.ts'
import { administratorOf, ledgerOf } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const get = async (id: string) => (await call(admin, inventories.get, { params: { id } })).body
const change = (id: string, body: object, as = admin) =>
  call(as, inventories.change, { params: { id }, body })

test('an inventory takes no reads of fixed readers unless that is planned', async () => {
  expect((await get(await planned(t))).fixedReaders).toBe(false)
  expect((await get(await planned(t, { fixedReaders: true }))).fixedReaders).toBe(true)
})

test('it can be chosen and taken back while the inventory is planned or counted, and the ledger says so', async () => {
  const id = await planned(t)
  expect((await change(id, { fixedReaders: true })).body.inventory.fixedReaders).toBe(true)
  await step(t, id, 'start')
  expect((await change(id, { fixedReaders: false })).body.inventory.fixedReaders).toBe(false)
  expect((await change(id, { dueOn: '2026-12-31' })).body.inventory.fixedReaders).toBe(false)
  const lines = (await ledgerOf(t, id)).filter(({ action }) => action === 'inventory.changed')
  expect(lines.map(({ after }) => (after as { fixedReaders?: boolean }).fixedReaders)).toEqual([
    ...[true, false, undefined],
  ])
  expect((await change(id, { fixedReaders: 'yes' })).status).toBe(400)
  const elsewhere = await person({ role: 'User', city: 'Mumbai' })
  expect((await change(id, { fixedReaders: true }, elsewhere)).status).toBe(404)
})

test('a repeated inventory goes on with it', async () => {
  const { id, placeId } = await countingIn(t, { fixedReaders: true, repeat: 'monthly' })
  await countedBySomebody(t, id, placeId)
  await step(t, id, 'review')
  await step(t, id, 'approve')
  const next = t.db.selectFrom('inventories').select('fixed_readers').where('place_id', '=', placeId)
  expect(await next.where('status', '=', 'planned').execute()).toEqual([{ fixed_readers: true }])
})
