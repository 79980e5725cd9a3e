import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'

const requestLimits = {
  headersMs: 800,
  bodyMs: 400,
  pictureMs: 2500,
  fileMs: 60_000,
  connections: 20,
  perAddress: 20,
}
const t = await testApp({ requestLimits })
const admin = await t.person({ role: 'Admin' })
await t.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = t.app.server.address() as AddressInfo

function dial() {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // A connection that is reset also closes.
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)))
  return {
    socket,
    heard: () => text,
    closed,
    isClosedWithin: (ms: number) => Promise.race([closed, wait(ms, false)]),
  }
}

const head = (method: string, path: string, more: Record<string, string>) => {
  const headers = { host: 'ats.test', ...admin.headers, ...more }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
const json = { 'content-type': 'application/json' }

test.each([
  ['POST', '/api/v1/login'],
  ['POST', assets.register.path],
  ['POST', '/api/v1/nothing-here'],
  ['GET', '/livez'],
])('a body of %s %s that comes byte by byte is cut off', async (method, path) => {
  const { socket, isClosedWithin } = dial()
  socket.write(head(method, path, { ...json, 'content-length': '1000' }))
  const drip = setInterval(() => socket.write(' '), 50)
  onTestFinished(() => clearInterval(drip))
  expect(await isClosedWithin(3000)).toBe(true)
})

test('a body that stops in the middle is answered 408', async () => {
  const { socket, heard, isClosedWithin } = dial()
  socket.write(`${head('POST', '/api/v1/login', { ...json, 'transfer-encoding': 'chunked' })}5\r\n{"ema\r\n`)
  expect(await isClosedWithin(3000)).toBe(true)
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('headers that come byte by byte are cut off', async () => {
  const { socket, heard, isClosedWithin } = dial()
  socket.write('POST /api/v1/login HTTP/1.1\r\nhost: ats.test\r\n')
  const drip = setInterval(() => socket.write('x'), 100)
  onTestFinished(() => clearInterval(drip))
  expect(await isClosedWithin(5000)).toBe(true)
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a call with a picture and an upload may take longer', async () => {
  const picture = dial()
  const parts = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' }
  picture.socket.write(`${head('POST', assets.register.path, parts)}--x\r\n`)
  const upload = dial()
  const file = { 'content-type': 'application/octet-stream', 'content-length': '40' }
  upload.socket.write(head('POST', `${imports.upload.path}?fileName=slow.csv`, file))
  const bytes = 'RFID Tag,Asset Name,City\nA1,Chair,Indore'
  for (const part of [bytes.slice(0, 15), bytes.slice(15, 30), bytes.slice(30)]) {
    await wait(500)
    upload.socket.write(part)
  }
  await expect.poll(upload.heard, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 201 /)
  expect(await picture.isClosedWithin(0)).toBe(false)
  expect(await picture.isClosedWithin(10_000)).toBe(true)
})

test('there are only so many connections, and room again once some are closed', async () => {
  const open = Array.from({ length: 30 }, dial)
  const outcomes = await Promise.all(open.map(({ isClosedWithin }) => isClosedWithin(300)))
  expect(outcomes.filter((isClosed) => isClosed).length).toBeGreaterThanOrEqual(10)
  for (const { socket } of open) socket.destroy()
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers, { timeout: 5000 }).toBe(200)
})

test.each(['gzip', 'br', 'deflate', 'GZIP', 'zstd'])(
  'a body in %s is refused and not inflated',
  async (encoding) => {
    const payload = gzipSync(JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(100_000) }))
    const headers = { ...json, 'content-encoding': encoding }
    const answer = await t.app.inject({ method: 'POST', url: '/api/v1/login', payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'body-encoded'])
    expect(answer.headers['accept-encoding']).toBe('identity')
  },
)
