import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { type Credentials, connectPacket, lengthOf, publishPacket } from '#test/mqtt-packets.ts'
import { readerStack } from '#test/reader-stack.ts'
import { readerIn } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'
import { newNewcomers } from './newcomers.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')
const stack = await readerStack(t)
const clients: MqttClient[] = []
afterAll(() => clients.forEach((client) => void client.end(true)))

/** A raw connection; returns how many bytes it could send before it was closed. */
async function cutAfter(first: Buffer, most: number) {
  const socket = connect(stack.gateway.mqttPort, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(first)
  for (let sent = 0; sent < most && !socket.destroyed; sent += 65_536) {
    if (!socket.write(Buffer.alloc(65_536)))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    await delay(1)
  }
  const isCut = socket.destroyed || (await Promise.race([closed.then(() => true), delay(3000, false)]))
  socket.destroy()
  return { isCut, bytes: socket.bytesWritten }
}

const event = (tag: string) => {
  const at = new Date().toISOString()
  return { timestamp: at, eventType: 'tagInventory', tagInventoryEvent: { epcHex: tag, lastSeenTime: at } }
}
const isKept = (tag: string) =>
  eventually(
    async () => (await sql`select from tag_reads where tag = ${tag}`.execute(t.db)).rows.length === 1,
    10_000,
    50,
  )

const announcing = (first: number, bytes: number) => Buffer.concat([Buffer.from([first]), lengthOf(bytes)])

test('a packet that is too long is cut off by its header, before and after the password', async () => {
  const reader = await readerIn(t, room)
  const most = 20_000_000
  for (const first of [announcing(0x10, 200_000_000), announcing(0x10, 9000), announcing(0x32, 100)])
    expect((await cutAfter(first, most)).bytes).toBeLessThan(8_000_000)
  const known = Buffer.concat([connectPacket(reader), announcing(0x32, 200_000_000)])
  const { isCut, bytes } = await cutAfter(known, most)
  expect([isCut, bytes < 8_000_000]).toEqual([true, true])
})

test('what a reader sends right behind its CONNECT is taken, whatever its length', async () => {
  const reader = await readerIn(t, room)
  const tag = freshTag()
  const many = [event(tag), ...Array.from({ length: 1500 }, () => event(freshTag()))]
  const socket = connect(stack.gateway.mqttPort, '127.0.0.1')
  const answers: Buffer[] = []
  socket.on('data', (bytes) => answers.push(bytes))
  socket.write(Buffer.concat([connectPacket(reader), publishPacket(reader, JSON.stringify(many))]))
  expect(await isKept(tag)).toBe(true)
  const acknowledged = Buffer.from([0x20, 2, 0, 0, 0x40, 2, 0, 7])
  expect(await eventually(() => Buffer.concat(answers).equals(acknowledged), 5000, 20)).toBe(true)
  socket.destroy()
})

test('connections that do not prove who they are are few, and are cut off in time', async () => {
  const newcomers = newNewcomers({ inAll: 3, ofAddress: 2, patienceMs: 300 })
  const admitted: boolean[] = []
  const server = createServer((socket) => void admitted.push(newcomers.admit(socket)))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const from = (localAddress: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket))
      socket.on('error', () => undefined)
    })
  const sockets: Socket[] = []
  for (const host of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.4']) {
    sockets.push(await from(host))
    await eventually(() => admitted.length === sockets.length, 5000, 5)
  }
  expect(admitted).toEqual([true, true, false, true, false])
  expect(await eventually(() => newcomers.count() === 0, 5000, 20)).toBe(true)
  expect(await eventually(() => sockets.every(({ destroyed }) => destroyed), 5000, 20)).toBe(true)
  server.close()
})

async function connected({ id, password }: Credentials, clientId: string) {
  const options = { username: id, password, clientId, reconnectPeriod: 0, connectTimeout: 5000 }
  const client = await connectAsync(stack.mqtt, { ...options, protocolVersion: 4 }, false)
  client.on('error', () => undefined)
  clients.push(client)
  return client
}

test('a reader cannot take the place of another by its client id, but its own next connection does', async () => {
  const [first, second] = [await readerIn(t, room), await readerIn(t, room)]
  const own = await connected(first, 'same')
  let isCut = false
  own.on('close', () => {
    isCut = true
  })
  await connected(second, 'same')
  const tag = freshTag()
  await own.publishAsync(`readers/${first.id}/reads`, JSON.stringify([event(tag)]), { qos: 1 })
  expect([isCut, await isKept(tag)]).toEqual([false, true])
  await connected(first, 'same')
  expect(await eventually(() => isCut, 5000, 20)).toBe(true)
})

test('a reader has ten connections at most: the oldest goes for the next', async () => {
  const reader = await readerIn(t, room)
  const open: boolean[] = []
  for (let n = 0; n < 12; n += 1) {
    open.push(true)
    const client = await connected(reader, `connection ${n}`)
    client.on('close', () => {
      open[n] = false
    })
  }
  expect(await eventually(() => open.filter(Boolean).length === 10, 5000, 20)).toBe(true)
  expect(open.slice(0, 3)).toEqual([false, false, true])
})
