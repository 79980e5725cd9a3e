import { id } from '@ats/contract/id.ts'
import { expect, test } from 'vitest'
import { deviceName, newId } from './device.ts'

test('the server accepts an id made on the device', () => {
  const made = Array.from({ length: 200 }, newId)
  expect(new Set(made).size).toBe(200)
  for (const one of made) expect(id.parse(one)).toBe(one)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Zebra TC58) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  ['something else', 'Browser'],
])('%s is called %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
