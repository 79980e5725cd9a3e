import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'

const limits = { headersMs: 20_000, bodyMs: 15_000, pictureMs: 60_000, fileMs: 60_000 }
const t = await testApp({ requestLimits: { ...limits, connections: 100, perAddress: 1000 } })
const narrow = await testApp({ requestLimits: { ...limits, connections: 100, perAddress: 5 } })
const proxied = await testApp({
  requestLimits: { ...limits, connections: 100, perAddress: 5 },
  trustProxy: true,
})
for (const { app } of [t, narrow, proxied]) await app.listen({ host: '127.0.0.1', port: 0 })

const portOf = ({ app }: typeof t) => (app.server.address() as AddressInfo).port

async function dial(to: typeof t, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: portOf(to), host: '127.0.0.1', localAddress }).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const get = 'GET /livez HTTP/1.1\r\nhost: ats.test\r\n\r\n'

/** True once a request on the connection got a response; false if the connection was closed. */
async function isServed(socket: Socket) {
  const reply = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
  socket.write(get)
  return Promise.race([reply, wait(10_000, false)])
}

async function idle(to: typeof t, count: number, localAddress?: string) {
  const sockets = []
  for (let n = 0; n < count; n += 1) sockets.push(await dial(to, localAddress))
  for (const socket of sockets) await isServed(socket)
  return sockets
}

test('idle connections make room for new ones, those of the busiest address first', async () => {
  const person = await dial(t, '127.0.0.9')
  expect(await isServed(person)).toBe(true)
  await idle(t, 79, '127.0.0.2')
  const begin = performance.now()
  for (let n = 0; n < 60; n += 1) expect(await isServed(await dial(t, '127.0.0.3'))).toBe(true)
  console.log(`100 connections, 80 idle: 60 new ones served in ${Math.round(performance.now() - begin)} ms`)
  expect(await isServed(person)).toBe(true)
})

test('connections that never send anything make room, too', async () => {
  for (let n = 0; n < 110; n += 1) await dial(t, '127.0.0.4')
  expect(await isServed(await dial(t, '127.0.0.5'))).toBe(true)
})

test('an address has only so many connections, and its own idle ones make room', async () => {
  const sockets = await idle(narrow, 5, '127.0.0.6')
  expect(await isServed(await dial(narrow, '127.0.0.6'))).toBe(true)
  await wait(50)
  expect(sockets.filter(({ closed }) => closed)).toHaveLength(1)
  expect(await isServed(await dial(narrow, '127.0.0.7'))).toBe(true)
})

test('a proxy that is believed may bring more', async () => {
  const sockets = await idle(proxied, 12)
  for (const socket of sockets) expect(await isServed(socket)).toBe(true)
})
