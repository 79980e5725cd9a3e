import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { webhooks } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople, limitedRole } from '#test/limited-people.ts'
import { toldTo } from '#test/news.ts'
import { openReceiver, type Received } from '#test/receiver.ts'
import { stocked } from '#test/stock.ts'
import { changed, deliveriesOf, hurry, polled, sending, toThisMachine, webhookOf } from '#test/webhooks.ts'

const t = await testApp(toThisMachine)
await limitedPeople(t)
sending(t)
const owner = () => t.person({ role: limitedRole, city: 'Indore' })
const recordsOf = (received: Received[]) => received.map(({ body }) => body.data.recordId)
const stateOf = async (as: Person, id: string) => (await t.call(as, webhooks.get, { params: { id } })).body
const failing =
  (code: number, headers: OutgoingHttpHeaders = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(code, headers).end()
const firstDelivery = async (as: Person, id: string) => (await deliveriesOf(t, as, id))[0]

test('an error is tried again later, and a redirect is not followed', async () => {
  const [receiver, other, person] = [await openReceiver(), await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: receiver.url })
  receiver.answer(failing(302, { location: other.url }))
  await stocked(t)
  await polled(() => firstDelivery(person, id)).toMatchObject({
    status: 'pending',
    failure: 'redirect',
    code: 302,
    tries: 1,
  })
  const waits = Date.parse((await firstDelivery(person, id))?.nextAt ?? '') - Date.now()
  expect(waits).toBeGreaterThan(1000)
  expect(waits).toBeLessThan(6500)
  receiver.answer(failing(500))
  await hurry(t, id)
  await polled(() => firstDelivery(person, id)).toMatchObject({ failure: 'status', code: 500, tries: 2 })
  receiver.answer()
  await hurry(t, id)
  await polled(() => firstDelivery(person, id)).toMatchObject({ status: 'delivered', code: 204, tries: 3 })
  expect(other.received).toEqual([])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a receiver that hangs delays no other webhook', { timeout: 40_000 }, async () => {
  const [hanging, receiver, person] = [await openReceiver(), await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: hanging.url })
  await webhookOf(t, person, { url: receiver.url })
  hanging.answer(() => undefined)
  await stocked(t)
  await hanging.got(1)
  await receiver.got(1)
  await polled(() => firstDelivery(person, id)).toMatchObject({
    status: 'pending',
    failure: 'timeout',
    code: null,
  })
})

test('after many failures one message at a time is tried, and after a success all', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: receiver.url })
  receiver.answer(failing(503))
  for (let failures = 1; failures <= 3; failures += 1) {
    await stocked(t)
    await receiver.got(failures)
  }
  await polled(async () => (await stateOf(person, id)).heldUntil).not.toBeNull()
  const held = Date.parse((await stateOf(person, id)).heldUntil ?? '') - Date.now()
  expect(held).toBeLessThan(18_500)
  const before = receiver.received.length
  await Promise.all(Array.from({ length: 5 }, () => stocked(t)))
  await hurry(t, id)
  await receiver.got(before + 1)
  await polled(async () => (await stateOf(person, id)).heldUntil).not.toBeNull()
  expect(receiver.received).toHaveLength(before + 1)
  receiver.answer()
  await hurry(t, id)
  await polled(() => new Set(recordsOf(receiver.received)).size).toBe(8)
  await polled(() => stateOf(person, id)).toMatchObject({ state: 'active', heldUntil: null, pending: 0 })
})

test('an entry is given up after three days; the owner is notified and may repeat it', async () => {
  await beginNotifying(t.db)
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id, name } = await webhookOf(t, person, { url: receiver.url })
  receiver.answer(failing(404))
  const asset = await stocked(t)
  await changed(t, asset, 'Later')
  await receiver.got(1)
  await polled(async () => (await deliveriesOf(t, person, id)).at(-1)?.tries).toBe(1)
  await sql`update webhook_deliveries set expires_at = now() where webhook_id = ${id} and tries > 0`.execute(
    t.db,
  )
  await hurry(t, id)
  await polled(async () => (await stateOf(person, id)).state).toBe('failing')
  const [later, first] = await deliveriesOf(t, person, id)
  expect(first).toMatchObject({ status: 'failed', nextAt: null, failure: 'status', code: 404 })
  await writeNotifications(t)
  expect(await toldTo(t, person)).toMatchObject([{ rule: 'webhook-failing', subject: name, recordId: id }])
  receiver.answer()
  await hurry(t, id)
  await polled(async () => (await stateOf(person, id)).state).toBe('active')
  expect((await receiver.got(3)).at(-1)?.body.data.id).toBe(later?.eventId)
  const params = { id, eventId: String(first?.eventId) }
  expect((await t.call(person, webhooks.repeat, { params })).status).toBe(200)
  await polled(async () => (await deliveriesOf(t, person, id)).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
  ])
  expect((await receiver.got(4)).at(-1)?.body.data.id).toBe(first?.eventId)
})

test('a replay sends everything since a time or an entry again, with the same ids', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const before = await stocked(t)
  const { id } = await webhookOf(t, person, { url: receiver.url })
  const since = new Date().toISOString()
  const assets = [await stocked(t), await stocked(t), await stocked(t)]
  const sent = [...(await receiver.got(3))]
  const ids = (some: Received[]) => some.map(({ headers }) => headers['webhook-id']).sort()
  receiver.received.length = 0
  expect((await t.call(person, webhooks.replay, { params: { id }, body: { since } })).status).toBe(200)
  expect(ids(await receiver.got(3))).toEqual(ids(sent))
  await polled(async () => (await stateOf(person, id)).replaying).toBe(false)
  receiver.received.length = 0
  const line = sql<{ id: number }>`select id from events where record_id = ${before._id} order by id limit 1`
  const fromEvent = (await line.execute(t.db)).rows[0]?.id
  await t.call(person, webhooks.replay, { params: { id }, body: { fromEvent } })
  const all = await receiver.got(4)
  for (const asset of [before, ...assets]) expect(recordsOf(all)).toContain(asset._id)
})

test('a webhook that is paused sends what happened when it resumes', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: receiver.url })
  const change = (body: object) => t.call(person, webhooks.change, { params: { id }, body })
  expect((await change({ paused: true })).body.state).toBe('paused')
  const asset = await stocked(t)
  const witness = await openReceiver()
  await webhookOf(t, person, { url: witness.url })
  await stocked(t)
  await witness.got(1)
  expect(receiver.received).toEqual([])
  expect((await change({ paused: false })).body.state).toBe('active')
  expect(recordsOf(await receiver.got(2))).toContain(asset._id)
})

test('a killed worker’s webhook goes to another when its lease ends', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: receiver.url })
  await sql`update webhooks set leased_by = ${randomUUID()}, leased_until = now() + interval '20 seconds'
    where id = ${id}`.execute(t.db)
  const witness = await openReceiver()
  await webhookOf(t, person, { url: witness.url })
  const asset = await stocked(t)
  await witness.got(1)
  expect(receiver.received).toEqual([])
  await sql`update webhooks set leased_until = now() where id = ${id}`.execute(t.db)
  await hurry(t, id)
  expect(recordsOf(await receiver.got(1))).toEqual([asset._id])
})

test('several workers share the webhooks, and each entry comes once', async () => {
  sending(t)
  sending(t)
  const person = await owner()
  const receivers = await Promise.all(Array.from({ length: 6 }, openReceiver))
  for (const { url } of receivers) await webhookOf(t, person, { url, topics: ['asset.registered'] })
  await Promise.all(Array.from({ length: 20 }, () => stocked(t)))
  for (const receiver of receivers) {
    await receiver.got(20)
    expect(new Set(recordsOf(receiver.received)).size).toBe(20)
    expect(receiver.received).toHaveLength(20)
  }
})

test('a secret that cannot be read any more fails without a request', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id } = await webhookOf(t, person, { url: receiver.url })
  await sql`update webhooks set secret = 'x' where id = ${id}`.execute(t.db)
  await stocked(t)
  await polled(() => firstDelivery(person, id)).toMatchObject({ failure: 'secret-unreadable' })
  expect(receiver.received).toEqual([])
})
