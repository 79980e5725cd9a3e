import { expect, test } from 'vitest'
import { openReceiver } from '#test/receiver.ts'
import { isPublic, openTarget, refusalOf, TargetRefused } from './outgoing.ts'

const refused = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '239.255.255.250'],
  ...['255.255.255.255', '240.0.0.1', '192.0.2.1', '203.0.113.7'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', '::127.0.0.1', 'fec0::1', '3fff::1'],
]
const allowed = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1']

test.each(refused)('%s is not public', (address) => expect(isPublic(address)).toBe(false))
test.each(allowed)('%s is public', (address) => expect(isPublic(address)).toBe(true))

const to = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]
const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => undefined,
    (error: unknown) => (error instanceof TargetRefused ? error.failure : error),
  )

test.each(refused)('a name that leads to %s is refused', async (address) => {
  const opening = openTarget('https://example.com/', { networks: [], resolve: to(address) })
  expect(await failureOf(opening)).toBe('address-not-allowed')
})

const disguised = ['https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/', 'https://127.1/']
test.each(disguised)('%s is refused', async (url) => {
  expect(refusalOf(new URL(url), { networks: [] })).toBe('address')
  expect(await failureOf(openTarget(url, { networks: [] }))).toBe('address-not-allowed')
})

test('one private address among several is enough to refuse a name', async () => {
  const resolve = async () => [...(await to('8.8.8.8')()), ...(await to('10.0.0.1')())]
  const opening = openTarget('https://example.com/', { networks: [], resolve })
  expect(await failureOf(opening)).toBe('address-not-allowed')
})

test('without TLS only networks of the operator are allowed', async () => {
  const networks = ['10.1.0.0/16']
  const open = (address: string, url = 'http://example.com/') =>
    failureOf(openTarget(url, { networks, resolve: to(address) }))
  expect(await open('10.1.2.3')).toBeUndefined()
  expect(await open('10.2.2.3')).toBe('address-not-allowed')
  expect(await open('8.8.8.8')).toBe('address-not-allowed')
  expect(await open('8.8.8.8', 'https://example.com/')).toBeUndefined()
  expect(refusalOf(new URL('http://example.com/'), { networks: [] })).toBe('https')
  expect(refusalOf(new URL('http://8.8.8.8/'), { networks })).toBe('https')
  expect(refusalOf(new URL('http://10.1.0.9/'), { networks })).toBeUndefined()
})

test('a name is resolved once: a later answer of the name server changes nothing', async () => {
  const receiver = await openReceiver()
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.9.9.9', family: 4 }]
  }
  const url = receiver.url.replace('127.0.0.1', 'rebinding.example')
  const target = await openTarget(url, { networks: ['127.0.0.1'], resolve })
  for (let sent = 0; sent < 3; sent += 1)
    expect(await target.post({}, '{}', { timeoutMs: 5000 })).toMatchObject({ code: 204, failure: null })
  target.close()
  expect(lookups).toBe(1)
  expect(receiver.received).toHaveLength(3)
})

const local = { networks: ['127.0.0.1'] }

test('a long or endless response is cut off, and its status counts', async () => {
  const receiver = await openReceiver()
  receiver.answer((_received, response) => {
    response.writeHead(200)
    const more = setInterval(() => response.write('x'.repeat(20_000)), 5)
    response.on('close', () => clearInterval(more))
  })
  const target = await openTarget(receiver.url, local)
  const { code, failure, durationMs } = await target.post({}, '{}', { timeoutMs: 5000 })
  target.close()
  expect({ code, failure }).toEqual({ code: 200, failure: null })
  expect(durationMs).toBeLessThan(2000)
})

test('a target that does not answer, is closed or has an unknown name is a failure', async () => {
  const receiver = await openReceiver()
  receiver.answer(() => undefined)
  const target = await openTarget(receiver.url, local)
  expect(await target.post({}, '{}', { timeoutMs: 200 })).toMatchObject({ code: null, failure: 'timeout' })
  target.close()
  const closed = await openTarget('http://127.0.0.1:1/', local)
  expect(await closed.post({}, '{}', { timeoutMs: 2000 })).toMatchObject({ failure: 'unreachable' })
  const tls = await openTarget(receiver.url.replace('http:', 'https:'), local)
  expect(await tls.post({}, '{}', { timeoutMs: 2000 })).toMatchObject({ failure: 'certificate' })
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  expect(await failureOf(openTarget('https://x.example/', { networks: [], resolve }))).toBe('name-unknown')
})
