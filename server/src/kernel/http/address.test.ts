import { expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { networkOf } from './address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is throttled as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const forwarded = { 'x-forwarded-for': '192.0.2.1' }

test('a forwarded address that is not believed is said once in the log', async () => {
  const { app } = await testApp()
  const warn = vi.spyOn(app.log, 'warn')
  await app.inject({ url: '/livez' })
  expect(warn).not.toHaveBeenCalled()
  for (let n = 0; n < 3; n += 1) await app.inject({ url: '/livez', headers: forwarded })
  expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUST_PROXY')]])
})

test('behind a trusted proxy there is nothing to say', async () => {
  const { app } = await testApp({ trustProxy: true })
  const warn = vi.spyOn(app.log, 'warn')
  await app.inject({ url: '/livez', headers: forwarded })
  expect(warn).not.toHaveBeenCalled()
})
