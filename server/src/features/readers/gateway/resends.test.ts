import { connect } from 'node:net'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { type Credentials, connectPacket, publishPacket } from '#test/mqtt-packets.ts'
import { readerStack } from '#test/reader-stack.ts'
import { readerIn } from '#test/readers.ts'
import { administratorOf, freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { room } = await siteIn(t, 'Indore')
const stack = await readerStack(t)

/** A reader that sends no times. */
const timeless = () => readerIn(t, room, { adapter: 'mapped', mapping: { tag: 'epc' } })

async function post({ id, password }: Credentials, body: string, key?: string) {
  const authorization = `Bearer ${password}`
  const headers = { authorization, ...(key !== undefined && { 'idempotency-key': key }) }
  return (await fetch(`${stack.webhook}/readers/${id}`, { method: 'POST', body, headers })).status
}

/** Writes to a new connection, and closes it after this many acknowledgements. */
async function sent(reader: Credentials, packets: Buffer[]) {
  const socket = connect(stack.gateway.mqttPort, '127.0.0.1')
  const answers: Buffer[] = []
  socket.on('data', (bytes) => answers.push(bytes))
  socket.write(Buffer.concat([connectPacket(reader), ...packets]))
  const isAnswered = () => Buffer.concat(answers).length === 4 + 4 * packets.length
  expect(await eventually(isAnswered, 10_000, 10)).toBe(true)
  socket.destroy()
}

const readsOf = async (tag: string) =>
  (await sql`select from tag_reads where tag = ${tag}`.execute(t.db)).rows.length

/** A later read of another tag, which is written after everything before it. */
async function settled(reader: Credentials, tag: string) {
  const last = freshTag()
  await post(reader, JSON.stringify({ epc: last }))
  expect(await eventually(async () => (await readsOf(last)) === 1, 10_000, 20)).toBe(true)
  return readsOf(tag)
}

test('the same message of a reader without times is a read each time it comes', async () => {
  const reader = await timeless()
  const tag = freshTag()
  const message = JSON.stringify({ epc: tag })
  for (let n = 0; n < 3; n += 1) expect(await post(reader, message)).toBe(202)
  await sent(
    reader,
    [1, 2].map((number) => publishPacket(reader, message, { number })),
  )
  expect(await eventually(async () => (await readsOf(tag)) === 5, 10_000, 20)).toBe(true)
})

test('a message that says it is sent again is one read', async () => {
  const reader = await timeless()
  const [tag, other] = [freshTag(), freshTag()]
  const message = JSON.stringify({ epc: tag })
  for (let n = 0; n < 3; n += 1) expect(await post(reader, message, 'message 1')).toBe(202)
  expect(await settled(reader, tag)).toBe(1)
  expect(await post(reader, message, 'message 2')).toBe(202)
  expect(await settled(reader, tag)).toBe(2)
  const packet = (isDup: boolean) => publishPacket(reader, JSON.stringify({ epc: other }), { isDup })
  await sent(reader, [packet(false)])
  await sent(reader, [packet(true)])
  expect(await settled(reader, other)).toBe(1)
  await sent(reader, [packet(false)])
  expect(await settled(reader, other)).toBe(2)
})

test('reads with times of their own are kept once however often they come, and so is a message set aside', async () => {
  const reader = await readerIn(t, room)
  const tag = freshTag()
  const messageOf = (at: number) =>
    JSON.stringify([
      {
        eventType: 'tagInventory',
        tagInventoryEvent: { epcHex: tag, lastSeenTime: new Date(at).toISOString() },
      },
    ])
  const [now, tomorrow] = [messageOf(Date.now()), messageOf(Date.now() + 86_400_000)]
  for (const message of [now, tomorrow, now, tomorrow]) expect(await post(reader, message)).toBe(202)
  const letters = async () =>
    (await sql`select from dead_letters where reader_id = ${reader.id}`.execute(t.db)).rows.length
  expect(
    await eventually(async () => (await readsOf(tag)) === 1 && (await letters()) === 1, 10_000, 20),
  ).toBe(true)
  const later = freshTag()
  await post(reader, messageOf(Date.now()).replace(tag, later))
  expect(await eventually(async () => (await readsOf(later)) === 1, 10_000, 20)).toBe(true)
  expect([await readsOf(tag), await letters()]).toEqual([1, 1])
})

test('every empty message is a sign of life', async () => {
  const reader = await readerIn(t, room)
  const lastMessage = async () =>
    (await t.call(admin, readers.get, { params: { id: reader.id } })).body.reader.health.lastMessageAt
  let before: string | null = null
  for (let n = 0; n < 3; n += 1) {
    expect(await post(reader, '[]')).toBe(202)
    const isNewer = async () => ((await lastMessage()) ?? '') > (before ?? '')
    expect(await eventually(isNewer, 5000, 20)).toBe(true)
    before = await lastMessage()
  }
})
