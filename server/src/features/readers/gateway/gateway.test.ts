import { randomUUID } from 'node:crypto'
import { deadLetters } from '@ats/contract/dead-letters.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { readerStack } from '#test/reader-stack.ts'
import { pointsOf, readerIn } from '#test/readers.ts'
import { administratorOf, freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'

const t = await testApp()
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const stack = await readerStack(t)
const clients: MqttClient[] = []
afterAll(async () => {
  for (const client of clients) client.end(true)
})

type Credentials = { id: string; password: string }

async function connected({ id, password }: Credentials) {
  const options = { username: id, password, clientId: randomUUID(), reconnectPeriod: 0, connectTimeout: 5000 }
  const client = await connectAsync(stack.mqtt, { ...options, protocolVersion: 4 }, false)
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

const event = (tag: string, at = new Date().toISOString()) => ({
  ...{ timestamp: at, hostname: 'impinj-14-46-36', eventType: 'tagInventory' },
  tagInventoryEvent: { epcHex: tag, antennaPort: 1, peakRssiCdbm: -5234, lastSeenTime: at },
})

const topicOf = ({ id }: Credentials) => `readers/${id}/reads`

const post = ({ id, password }: Credentials, body: string, as = id) =>
  fetch(`${stack.webhook}/readers/${id}`, {
    ...{ method: 'POST', body },
    headers: { authorization: `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}` },
  })

const kept = async (tag: string) =>
  (await sql<{ count: number }>`select count(*) as count from tag_reads where tag = ${tag}`.execute(t.db))
    .rows[0]?.count

const isKept = (tag: string, count = 1) => eventually(async () => (await kept(tag)) === count, 10_000, 50)

/** Resolves once the other side has closed the connection. */
const cut = (client: MqttClient) =>
  new Promise<number>((resolve) => client.once('close', () => resolve(Date.now())))

test('reads come by MQTT and by webhook, and the same reads by both are kept once', async () => {
  const reader = await readerIn(t, indore.room)
  await pointsOf(t, reader.id, [{ antenna: 0, placeId: indore.room, kind: 'portal' }])
  const [first, second] = [freshTag(), freshTag()]
  const events = [event(first), event(second)]
  const client = await connected(reader)
  for (const one of events) await client.publishAsync(topicOf(reader), JSON.stringify(one), { qos: 1 })
  const answer = await post(reader, JSON.stringify(events))
  expect([answer.status, await isKept(first), await isKept(second)]).toEqual([202, true, true])
  const late = freshTag()
  expect((await post(reader, JSON.stringify([...events, event(late)]))).status).toBe(202)
  expect([await isKept(late), await kept(first)]).toEqual([true, 1])
  const isHealthy = async () => {
    const { body } = await t.call(admin, readers.get, { params: { id: reader.id } })
    return body.reader.health.reads === 3 && body.reader.health.connection === 'connected'
  }
  expect(await eventually(isHealthy, 10_000, 50)).toBe(true)
})

test('an empty message of an idle reader is a sign of life, an overflow is counted, nonsense goes to the dead letters', async () => {
  const reader = await readerIn(t, indore.room)
  for (const body of ['[]', '{"eventType":"overflow","overflowEvent":{}}', 'no JSON', '{"a":1}'])
    expect((await post(reader, body)).status).toBe(202)
  const health = async () =>
    (await t.call(admin, readers.get, { params: { id: reader.id } })).body.reader.health
  expect(await eventually(async () => (await health()).deadLetters === 2, 10_000, 50)).toBe(true)
  expect(await health()).toMatchObject({ overflows: 1, unreadable: 1, reads: 0 })
  expect((await health()).lastMessageAt).not.toBeNull()
})

test('a reader that the writer has not heard of yet is looked up', async () => {
  const announced = (is: 'enable' | 'disable') =>
    t.asOwner(`alter table readers ${is} trigger readers_announced`)
  await announced('disable')
  const reader = await readerIn(t, indore.room)
  await announced('enable')
  const tag = freshTag()
  expect((await post(reader, JSON.stringify([event(tag)]))).status).toBe(202)
  expect(await isKept(tag)).toBe(true)
})

test('reads from the future wait for somebody, and can be taken as of when they came', async () => {
  const reader = await readerIn(t, indore.room)
  const tag = freshTag()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await post(reader, JSON.stringify([event(tag, tomorrow)]))).status).toBe(202)
  const letters = async () =>
    await t.db
      .selectFrom('dead_letters')
      .select(['id', 'reason'])
      .where('reader_id', '=', reader.id)
      .execute()
  expect(await eventually(async () => (await letters()).length === 1, 10_000, 50)).toBe(true)
  const [letter] = await letters()
  expect([letter?.reason, await kept(tag)]).toEqual(['future', 0])
  await t.call(admin, deadLetters.replay, { body: { ids: [letter?.id], times: 'as-received' } })
  expect([
    await isKept(tag),
    await eventually(async () => (await letters()).length === 0, 10_000, 50),
  ]).toEqual([true, true])
})

test('a reader with a wrong password or none is not let in, by neither way', async () => {
  const reader = await readerIn(t, indore.room)
  for (const wrong of [
    { ...reader, password: 'wrong' },
    { id: randomUUID(), password: reader.password },
  ]) {
    await expect(connected(wrong)).rejects.toThrow()
    expect((await post(wrong, '[]')).status).toBe(401)
  }
  expect((await fetch(`${stack.webhook}/readers/${reader.id}`, { method: 'POST', body: '[]' })).status).toBe(
    401,
  )
})

test('a reader cannot publish as another, nor hear anything, and its password opens nothing else', async () => {
  const [reader, other] = [await readerIn(t, indore.room), await readerIn(t, indore.room)]
  const tag = freshTag()
  const client = await connected(reader)
  const ended = cut(client)
  client.publish(topicOf(other), JSON.stringify(event(tag)), { qos: 1 }, () => undefined)
  await ended
  expect(
    (await post({ id: other.id, password: reader.password }, JSON.stringify(event(tag)), reader.id)).status,
  ).toBe(401)
  expect((await post({ id: other.id, password: reader.password }, JSON.stringify(event(tag)))).status).toBe(
    401,
  )
  const listening = await connected(reader)
  const granted = await listening.subscribeAsync('#').catch(() => [{ qos: 128 }])
  expect(granted.map(({ qos }) => qos)).toEqual([128])
  const bearer = { headers: { authorization: `Bearer ${reader.password}` } }
  expect((await t.call(bearer, readers.list)).status).toBe(401)
  expect(await kept(tag)).toBe(0)
})

test('a reader whose password is revoked or replaced, or that is removed, is cut off within a second', async () => {
  for (const end of [readers.revoke, readers.rotate, readers.remove]) {
    const reader = await readerIn(t, indore.room)
    const client = await connected(reader)
    const ended = cut(client)
    await t.call(admin, end, { params: { id: reader.id } })
    const answered = Date.now()
    expect((await ended) - answered).toBeLessThan(1000)
    expect((await post(reader, '[]')).status).toBe(401)
  }
})

test('what the log does not take is not acknowledged', async () => {
  const reader = await readerIn(t, indore.room)
  const tag = freshTag()
  const { max_bytes: before } = (await stack.log.manager.streams.info('READS')).config
  await stack.log.manager.streams.update('READS', { max_bytes: 1 })
  const client = await connected(reader)
  const ended = cut(client)
  let isAcknowledged = false
  client.publish(topicOf(reader), JSON.stringify(event(tag)), { qos: 1 }, (error) => {
    isAcknowledged = !error
  })
  await ended
  expect([isAcknowledged, (await post(reader, JSON.stringify(event(tag)))).status]).toEqual([false, 503])
  await stack.log.manager.streams.update('READS', { max_bytes: before })
  expect([(await post(reader, JSON.stringify(event(tag)))).status, await isKept(tag)]).toEqual([202, true])
})
