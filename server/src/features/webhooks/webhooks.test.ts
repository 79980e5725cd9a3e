import { messages } from '@ats/contract/problems.ts'
import { type NewWebhook, webhooks } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople, limitedRole } from '#test/limited-people.ts'
import { openReceiver } from '#test/receiver.ts'
import { administratorOf, ledgerOf, siteIn } from '#test/stock.ts'
import { toThisMachine, webhookOf } from '#test/webhooks.ts'

const t = await testApp(toThisMachine)
const admin = await administratorOf(t)
const { people, indore } = await limitedPeople(t)
const owner = () => t.person({ role: limitedRole, city: 'Indore', name: 'Asha' })
const url = 'https://example.com/events'
const namesFor = async (as: Person) => (await t.call(as, webhooks.list)).body.webhooks.map(({ name }) => name)
const codeOf = (text: string) => Object.entries(messages).find(([, message]) => message.text === text)?.[0]
const created = async (given: Partial<NewWebhook>, as: Person = admin) =>
  t.call(as, webhooks.create, { body: { name: 'A', url, topics: ['asset'], ...given } })

test('a webhook is shown to its owner and to administrators, and its secret once', async () => {
  const [asha, other] = [await owner(), await owner()]
  const { secret, ...webhook } = await webhookOf(t, asha, {
    name: 'Of Asha',
    url,
    topics: ['asset', 'place.created'],
  })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({ mine: true, by: 'Asha', state: 'active', places: null, pending: 0, url })
  const params = { id: webhook.id }
  const got = await t.call(asha, webhooks.get, { params })
  expect(got.body).toEqual(webhook)
  expect(got.text).not.toContain('whsec_')
  expect(await namesFor(asha)).toEqual(['Of Asha'])
  expect(await namesFor(other)).toEqual([])
  expect(await namesFor(admin)).toContain('Of Asha')
  const stored = await t.db
    .selectFrom('webhooks')
    .select('secret')
    .where('id', '=', webhook.id)
    .executeTakeFirst()
  expect(stored?.secret).not.toContain(secret.slice(6))
  for (const endpoint of [webhooks.get, webhooks.deliveries, webhooks.remove, webhooks.rotate, webhooks.test])
    expect((await t.call(other, endpoint, { params })).status).toBe(404)
})

test('administrators pause and delete the webhooks of others, and nothing else', async () => {
  const { id } = await webhookOf(t, await owner(), { url })
  const params = { id }
  const change = (body: object) => t.call(admin, webhooks.change, { params, body })
  expect((await change({ name: 'Mine' })).status).toBe(403)
  expect((await change({ paused: true, url })).status).toBe(403)
  expect((await change({ paused: true })).body).toMatchObject({ state: 'paused', mine: false })
  for (const endpoint of [webhooks.rotate, webhooks.test])
    expect((await t.call(admin, endpoint, { params })).status).toBe(403)
  expect((await t.call(admin, webhooks.remove, { params })).status).toBe(200)
  expect((await t.call(admin, webhooks.get, { params })).status).toBe(404)
})

test('what is wrong is named', async () => {
  const codesOf = async (given: object) => {
    const { status, body } = await created(given)
    expect(status).toBe(400)
    return Object.entries(body.fields ?? {}).map(([field, text]) => `${field} ${codeOf(text)}`)
  }
  expect(await codesOf({ name: '', topics: [] })).toEqual([
    'name name-required',
    'topics webhook-topic-required',
  ])
  expect(await codesOf({ topics: ['asset.exploded'] })).toHaveLength(1)
  expect(await codesOf({ url: 'https://' })).toEqual(['url webhook-url-malformed'])
  expect(await codesOf({ url: 'ftp://example.com/' })).toEqual(['url webhook-url-malformed'])
  expect(await codesOf({ url: 'https://me:secret@example.com/' })).toEqual(['url webhook-url-malformed'])
  expect(await codesOf({ url: 'https://10.0.0.1/' })).toEqual(['url webhook-address-not-allowed'])
  expect(await codesOf({ url: 'https://[::1]/' })).toEqual(['url webhook-address-not-allowed'])
  expect(await codesOf({ url: 'http://169.254.169.254/latest' })).toEqual(['url webhook-address-not-allowed'])
  expect(await codesOf({ url: 'http://8.8.8.8/' })).toEqual(['url webhook-needs-https'])
  expect(await codesOf({ placeIds: [] })).toEqual(['placeIds webhook-place-required'])
})

test('places are within the scope of the owner', async () => {
  const person = people['two rooms in two cities']
  expect((await created({ placeIds: [indore.aou] }, person)).status).toBe(400)
  const made = await created({ placeIds: [indore.room, indore.room] }, person)
  expect(made.body.webhook.places).toMatchObject([{ id: indore.room }])
})

test('a name is taken once for each person, and the number of webhooks has a limit', async () => {
  const person = await owner()
  expect((await created({ name: 'Twice' }, person)).status).toBe(201)
  expect((await created({ name: 'twice' }, person)).body.fields?.name).toBe(
    messages['webhook-name-taken'].text,
  )
  for (let made = 1; made < 20; made += 1) await created({ name: `Number ${made}` }, person)
  expect((await created({ name: 'One more' }, person)).body.code).toBe('webhooks-too-many')
})

test('a change of an older version is refused, and the ledger tells of changes', async () => {
  const person = await owner()
  const { id, version } = await webhookOf(t, person, { name: 'First', url })
  const site = await siteIn(t, 'Indore')
  const change = (body: object) => t.call(person, webhooks.change, { params: { id }, body })
  expect((await change({ name: 'Second', version })).body.version).toBe(version + 1)
  expect((await change({ name: 'Third', version })).status).toBe(409)
  expect((await change({ placeIds: [site.room] })).body.version).toBe(version + 2)
  expect((await change({ placeIds: [site.aou] })).body.version).toBe(version + 3)
  expect((await change({})).body.version).toBe(version + 3)
  expect((await t.call(person, webhooks.rotate, { params: { id } })).status).toBe(200)
  expect((await t.call(person, webhooks.remove, { params: { id } })).status).toBe(200)
  const lines = await ledgerOf(t, id)
  const changed = Array(3).fill('webhook.changed')
  expect(lines.map(({ action }) => action)).toEqual([
    ...['webhook.created', ...changed, 'webhook.secret-changed', 'webhook.deleted'],
  ])
  expect(JSON.stringify(lines)).not.toContain('whsec_')
})

test('a test message is signed and its outcome is reported', async () => {
  const [receiver, person] = [await openReceiver(), await owner()]
  const { id, secret } = await webhookOf(t, person, { url: receiver.url })
  const send = () => t.call(person, webhooks.test, { params: { id } })
  expect((await send()).body).toMatchObject({ delivered: true, code: 204, failure: null })
  const [message] = receiver.received
  expect(() => new Verifier(secret).verify(message?.text ?? '', message?.headers ?? {})).not.toThrow()
  expect(message?.body.type).toBe('webhook.test')
  receiver.answer((_, response) => void response.writeHead(301, { location: receiver.url }).end())
  expect((await send()).body).toMatchObject({ delivered: false, code: 301, failure: 'redirect' })
  expect(receiver.received).toHaveLength(2)
  await sql`update webhooks set url = 'http://10.0.0.1/' where id = ${id}`.execute(t.db)
  expect((await send()).body).toMatchObject({ delivered: false, failure: 'address-not-allowed' })
  await send()
  await send()
  expect((await send()).status).toBe(429)
})

test('a replay needs one start, and a webhook that is not paused', async () => {
  const person = await owner()
  const { id } = await webhookOf(t, person, { url })
  const replay = (body: object) => t.call(person, webhooks.replay, { params: { id }, body })
  expect((await replay({})).status).toBe(400)
  expect((await replay({ since: '2026-01-01T00:00:00Z', fromEvent: 1 })).status).toBe(400)
  expect((await replay({ fromEvent: 1 })).body.replaying).toBe(true)
  expect((await replay({ fromEvent: 1 })).body.code).toBe('webhook-replay-running')
  await t.call(person, webhooks.change, { params: { id }, body: { paused: true } })
  expect((await replay({ fromEvent: 1 })).body.code).toBe('webhook-paused')
  const repeated = await t.call(person, webhooks.repeat, { params: { id, eventId: '7' } })
  expect(repeated.body.code).toBe('webhook-paused')
})
