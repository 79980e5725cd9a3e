import { randomUUID } from 'node:crypto'
import { handhelds, type NewHandheld } from '@ats/contract/handhelds.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { countingIn, freshRoom, sweepBody } from '#test/inventories.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const { people, indore, pune } = await limitedPeople(t)
const twoRooms = people['two rooms in two cities']

async function added(given: Partial<NewHandheld> = {}) {
  const made = await call(admin, handhelds.add, { body: { name: randomUUID(), ...given } })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}
const of = (id: string) => ({ params: { id } })
/** The administrator on the handheld with this token. */
const on = (token: string) => ({ headers: { ...admin.headers, 'x-handheld': token } })

test('a handheld is added, changed, renewed and revoked, and each is in the ledger without its token', async () => {
  const { handheld, token } = await added({ name: ' Store 3 ', model: 'MC3330xR' })
  const { id, version } = handheld
  expect(handheld).toMatchObject({ name: 'Store 3', model: 'MC3330xR', revoked: false, lastSeenAt: null })
  const change = (body: object) => call(admin, handhelds.change, { ...of(id), body })
  expect((await change({ model: 'RFD40', version })).body).toMatchObject({ model: 'RFD40', version: 2 })
  expect((await change({ model: 'C72', version })).body.code).toBe('record-changed-meanwhile')
  const renewed = await call(admin, handhelds.renew, of(id))
  expect(renewed.body.token).not.toBe(token)
  for (let again = 0; again < 2; again += 1)
    expect((await call(admin, handhelds.revoke, of(id))).body.revoked).toBe(true)
  const ledger = await ledgerOf(t, id)
  expect(ledger.map(({ action }) => action)).toEqual(
    ['added', 'changed', 'token-made', 'revoked'].map((action) => `handheld.${action}`),
  )
  const listed = await call(admin, handhelds.list)
  const { rows } = await sql<{ text: string }>`select handhelds::text as text from handhelds`.execute(t.db)
  for (const one of [token, renewed.body.token])
    expect(JSON.stringify([ledger, listed.body, rows])).not.toContain(one)
})

test('wrong values are refused', async () => {
  const { handheld } = await added()
  const add = (body: object) => call(admin, handhelds.add, { body: { name: 'Other', ...body } })
  expect((await add({ name: handheld.name.toUpperCase() })).body.code).toBe('handheld-name-taken')
  expect((await add({ name: ' ' })).status).toBe(400)
  expect((await add({ model: 'x'.repeat(101) })).status).toBe(400)
  expect((await add({ placeId: randomUUID() })).body.code).toBe('place-unknown')
  expect((await call(admin, handhelds.revoke, of(randomUUID()))).body.code).toBe('handheld-not-found')
})

test('people without Manage Asset, and strangers, get nothing', async () => {
  const { handheld } = await added()
  const reader = await t.person({ role: 'User Management', city: 'Indore' })
  for (const [as, status] of [
    [null, 401],
    [reader, 403],
  ] as const) {
    const body = { name: 'Other' }
    const statuses = [
      (await call(as, handhelds.list)).status,
      (await call(as, handhelds.add, { body })).status,
      (await call(as, handhelds.change, { ...of(handheld.id), body })).status,
      (await call(as, handhelds.renew, of(handheld.id))).status,
      (await call(as, handhelds.revoke, of(handheld.id))).status,
    ]
    expect(statuses).toEqual(statuses.map(() => status))
  }
})

test('people with two rooms manage the handhelds of their rooms only', async () => {
  const [everybody, here, there] = [
    (await added()).handheld,
    (await added({ placeId: indore.room })).handheld,
    (await added({ placeId: indore.aou })).handheld,
  ]
  const seen = (await call(twoRooms, handhelds.list)).body.handhelds.map(({ id }) => id)
  expect([everybody, here, there].map(({ id }) => seen.includes(id))).toEqual([true, true, false])
  const change = (id: string, body: object) => call(twoRooms, handhelds.change, { ...of(id), body })
  expect((await change(there.id, { model: 'x' })).status).toBe(404)
  expect((await call(twoRooms, handhelds.renew, of(there.id))).status).toBe(404)
  expect((await call(twoRooms, handhelds.revoke, of(everybody.id))).body.code).toBe('masters-need-everywhere')
  expect((await change(here.id, { placeId: null })).body.code).toBe('handheld-place-required')
  expect((await change(here.id, { placeId: pune.aou })).body.code).toBe('place-unknown')
  expect((await call(twoRooms, handhelds.add, { body: { name: 'Mine' } })).body.code).toBe(
    'handheld-place-required',
  )
  expect((await change(here.id, { placeId: pune.room })).status).toBe(200)
  expect((await call(twoRooms, handhelds.renew, of(here.id))).status).toBe(200)
})

test('what a handheld sends carries its name, until it is revoked', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  const { handheld, token } = await added({ name: 'Dock 7' })
  const send = (given: string) => {
    const body = sweepBody({ placeId, reads: [asset.rfidTag ?? ''] })
    return call(on(given), counting.read, { ...of(id), body })
  }
  expect((await send(token)).body).toMatchObject({ accepted: 1 })
  const progress = await call(admin, inventories.progress, of(id))
  expect(JSON.stringify(progress.body)).toContain('Dock 7')
  const listed = await call(admin, handhelds.list)
  expect(listed.body.handhelds.find((one) => one.id === handheld.id)?.lastSeenAt).not.toBeNull()
  const renewed = await call(admin, handhelds.renew, of(handheld.id))
  expect([(await send(token)).status, (await send(renewed.body.token)).status]).toEqual([403, 200])
  await call(admin, handhelds.revoke, of(handheld.id))
  expect((await send(renewed.body.token)).body.code).toBe('handheld-revoked')
  const report = { deviceId: randomUUID(), device: 'Chrome', placeId, unsent: 0 }
  const reported = await call(on(renewed.body.token), counting.report, { ...of(id), body: report })
  expect(reported.body).toMatchObject({ code: 'handheld-revoked' })
})
