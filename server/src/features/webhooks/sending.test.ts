import { inventories } from '@ats/contract/inventories/inventories.ts'
import { webhooks } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { planned, step } from '#test/inventories.ts'
import { givePlaces, limitedPeople, limitedRole } from '#test/limited-people.ts'
import { program } from '#test/programs.ts'
import { openReceiver, type Received } from '#test/receiver.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { changed, deliveriesOf, hurry, polled, sending, toThisMachine, webhookOf } from '#test/webhooks.ts'

const t = await testApp(toThisMachine)
const admin = await administratorOf(t)
const { errors } = sending(t)
const owner = () => t.person({ role: limitedRole, city: 'Indore' })
const { people, indore, pune } = await limitedPeople(t)
const recordsOf = (received: Received[]) => received.map(({ body }) => body.data.recordId)
const modelsOf = (received: Received[]) => received.map(({ body }) => body.data.after?.model)

test('an entry is sent once, signed, with what changed', async () => {
  const receiver = await openReceiver()
  const webhook = await webhookOf(t, await owner(), { url: receiver.url, topics: ['asset.changed', 'brand'] })
  const asset = await stocked(t)
  await changed(t, asset, 'X1')
  const [message] = await receiver.got(1)
  if (message === undefined) throw new Error('nothing came')
  expect(() => new Verifier(webhook.secret).verify(message.text, message.headers)).not.toThrow()
  expect(() => new Verifier(webhook.secret).verify(`${message.text} `, message.headers)).toThrow()
  expect(message.body).toMatchObject({
    type: 'asset.changed',
    data: {
      ...{ action: 'asset.changed', recordKind: 'asset', recordId: asset._id, by: 'Stock Keeper' },
      ...{ place: 'Indore', after: { model: 'X1' } },
    },
  })
  expect(Date.parse(message.body.timestamp)).toBe(Math.floor(Date.parse(message.body.data.at)))
  const { id } = message.body.data
  expect(message.headers['webhook-id']).toBe(`msg_${id}_${webhook.id.replaceAll('-', '')}`)
  expect(receiver.received).toHaveLength(1)
  await polled(() => deliveriesOf(t, admin, webhook.id)).toMatchObject([
    { eventId: id, status: 'delivered', code: 204, tries: 1, nextAt: null, failure: null },
  ])
  expect(errors).toEqual([])
})

test('a webhook with places sends only what happens there', async () => {
  const receiver = await openReceiver()
  const site = await siteIn(t, 'Indore')
  await webhookOf(t, await owner(), { url: receiver.url, placeIds: [site.property, site.mm] })
  await stocked(t)
  const there = await stocked(t, { placeId: site.room })
  expect(recordsOf(await receiver.got(1))).toEqual([there._id])
})

test('only what the owner may see is sent, with names of places in scope', async () => {
  const receiver = await openReceiver()
  const person = people['two rooms in two cities']
  await webhookOf(t, person, { url: receiver.url })
  await stocked(t, { placeId: indore.aou })
  await stocked(t, { location: 'mumbai' })
  const first = await stocked(t, { placeId: indore.room })
  const second = await stocked(t, { location: 'pune', placeId: pune.room })
  expect(recordsOf(await receiver.got(2)).sort()).toEqual([first._id, second._id].sort())
})

test('a scope that shrinks before an entry is delivered stops that entry', async () => {
  const receiver = await openReceiver()
  const person = await t.person({ role: limitedRole, city: 'Indore' })
  await givePlaces(t, person, [indore.room, pune.room])
  const webhook = await webhookOf(t, person, { url: receiver.url })
  receiver.answer((_received, response) => void response.writeHead(500).end())
  await stocked(t, { placeId: indore.room })
  const still = await stocked(t, { location: 'pune', placeId: pune.room })
  await receiver.got(2)
  await givePlaces(t, person, [pune.room])
  receiver.answer()
  receiver.received.length = 0
  await polled(async () => (await deliveriesOf(t, admin, webhook.id, { status: 'pending' })).length).toBe(2)
  await hurry(t, webhook.id)
  expect(recordsOf(await receiver.got(1))).toEqual([still._id])
  await polled(async () => (await deliveriesOf(t, admin, webhook.id)).map(({ status }) => status)).toEqual([
    'delivered',
    'skipped',
  ])
})

test('nothing is sent for an owner who is disabled, deleted or may read no entries', async () => {
  const receiver = await openReceiver()
  const [disabled, deleted, demoted] = [await owner(), await owner(), await owner()]
  for (const person of [disabled, deleted, demoted]) await webhookOf(t, person, { url: receiver.url })
  await sql`update users set status = 'disabled' where id = ${disabled.id}`.execute(t.db)
  await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(t.db)
  const role = { name: 'Keeper', permissions: ['manage-asset'] }
  const { id: role_id } = await t.db
    .insertInto('roles')
    .values(role)
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ role_id }).where('id', '=', demoted.id).execute()
  const witness = await openReceiver()
  await webhookOf(t, await owner(), { url: witness.url })
  await stocked(t)
  await witness.got(1)
  expect(receiver.received).toEqual([])
})

test('a program gets the entries of its places, until its key ends', async () => {
  const receiver = await openReceiver()
  const [erp, asset] = [await program(t), await stocked(t)]
  const { id } = await webhookOf(t, erp, { url: receiver.url, topics: ['asset.changed'] })
  await changed(t, await stocked(t, { location: 'pune' }), 'Elsewhere')
  await changed(t, asset, 'First')
  expect(modelsOf(await receiver.got(1))).toEqual(['First'])
  await sql`update programs set expires_at = now() where id = ${erp.id}`.execute(t.db)
  const { id: later } = await webhookOf(t, await owner(), { url: receiver.url, topics: ['asset.changed'] })
  await changed(t, asset, 'Second')
  await hurry(t, id)
  expect((await receiver.got(2)).map(({ headers }) => headers['webhook-id'])).toEqual([
    expect.stringContaining(id.replaceAll('-', '')),
    expect.stringContaining(later.replaceAll('-', '')),
  ])
})

test('a person who counts a place blind gets nothing about its assets', async () => {
  const receiver = await openReceiver()
  const site = await siteIn(t, 'Indore')
  const counter = await owner()
  await webhookOf(t, counter, { url: receiver.url })
  const id = await planned(t, { placeId: site.property, blind: true, people: [counter.id] })
  await step(t, id, 'start')
  await stocked(t, { placeId: site.room })
  const elsewhere = await stocked(t)
  expect(recordsOf(await receiver.got(1))).toEqual([elsewhere._id])
  await t.call(admin, inventories.cancel, { params: { id }, body: { reason: 'x' } })
})

test('entries of a record keep their order while others go on', async () => {
  const receiver = await openReceiver()
  const [first, second] = [await stocked(t), await stocked(t)]
  const webhook = await webhookOf(t, await owner(), { url: receiver.url })
  receiver.answer(
    ({ body }, response) => void response.writeHead(body.data.after?.model === 'A1' ? 500 : 200).end(),
  )
  await changed(t, first, 'A1')
  await changed(t, first, 'A2')
  await changed(t, second, 'B1')
  await changed(t, second, 'B2')
  await receiver.got(3)
  await polled(async () => (await deliveriesOf(t, admin, webhook.id, { status: 'delivered' })).length).toBe(2)
  expect(modelsOf(receiver.received).filter((model) => String(model).startsWith('B'))).toEqual(['B1', 'B2'])
  expect(modelsOf(receiver.received)).not.toContain('A2')
  receiver.answer()
  receiver.received.length = 0
  await hurry(t, webhook.id)
  expect(modelsOf(await receiver.got(2))).toEqual(['A1', 'A2'])
})

test('a secret that is replaced signs together with the new one for a day', async () => {
  const receiver = await openReceiver()
  const person = await owner()
  const webhook = await webhookOf(t, person, { url: receiver.url })
  const rotated = await t.call(person, webhooks.rotate, { params: { id: webhook.id } })
  expect(rotated.body.webhook.formerSecretUntil).not.toBeNull()
  await stocked(t)
  const [message] = await receiver.got(1)
  for (const secret of [webhook.secret, rotated.body.secret])
    expect(() => new Verifier(secret).verify(message?.text ?? '', message?.headers ?? {})).not.toThrow()
  await sql`update webhooks set former_secret_until = now() where id = ${webhook.id}`.execute(t.db)
  await stocked(t)
  const last = (await receiver.got(2)).at(-1)
  expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
})

test('a restored dump, whose transactions are older than the position, loses no later entry', async () => {
  const receiver = await openReceiver()
  const webhook = await webhookOf(t, await owner(), { url: receiver.url })
  await sql`update webhooks set position = '900000000:900000000:'::pg_snapshot where id = ${webhook.id}`.execute(
    t.db,
  )
  await hurry(t, webhook.id)
  const isHere = sql<{
    here: boolean
  }>`select pg_snapshot_xmax(position) <= pg_snapshot_xmax(pg_current_snapshot()) as here
    from webhooks where id = ${webhook.id}`
  await polled(async () => (await isHere.execute(t.db)).rows[0]?.here).toBe(true)
  const asset = await stocked(t)
  expect(recordsOf(await receiver.got(1))).toEqual([asset._id])
})
