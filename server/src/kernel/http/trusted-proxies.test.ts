import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { proxyTrust, readTrustProxy } from './trusted-proxies.ts'

test.each([
  ['true', true],
  ['false', false],
  ['2', 2],
  ['10.0.0.0/8, fd00::/8,192.0.2.7', ['10.0.0.0/8', 'fd00::/8', '192.0.2.7']],
  ['11', undefined],
  ['yes', undefined],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/8,', undefined],
])('TRUST_PROXY=%s is read as %j', (text, setting) => {
  expect(readTrustProxy(text)).toEqual(setting)
})

test('a proxy is known by its network, however its address is written', () => {
  const trust = proxyTrust(['10.0.0.0/8', 'fd00::/8'])
  const isKnown = (address: string) => trust !== false && trust(address, 0)
  expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'].map(isKnown)).toEqual([true, true, true])
  expect(['11.1.2.3', '2001:db8::1', 'unknown'].map(isKnown)).toEqual([false, false, false])
})

const chain = 'invented, 192.0.2.1, 10.0.0.2'

test.each([
  [true, '10.0.0.2'],
  [1, '10.0.0.2'],
  [2, '192.0.2.1'],
  [['10.0.0.0/8'], '192.0.2.1'],
  [['172.16.0.0/12'], '10.0.0.1'],
  [false, '10.0.0.1'],
] as const)('with TRUST_PROXY=%j the caller behind two proxies is %s', async (trustProxy, address) => {
  const { app, person, db } = await testApp({ trustProxy })
  const { email } = await person()
  await app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email, password: 'Brass-Lamp-77' },
    headers: { 'x-forwarded-for': chain },
    remoteAddress: '10.0.0.1',
  })
  const row = await db
    .selectFrom('sessions')
    .select('address')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  expect(row?.address).toBe(address)
})
