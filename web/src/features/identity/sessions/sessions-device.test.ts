import { expect, test } from 'vitest'
import { deviceOf } from './sessions-device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/149.0 Safari/537.36 Edg/149.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/149.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/149.0 Safari/537.36`, 'Chrome', 'Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} SamsungBrowser/29.0 Chrome/136.0`,
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1`, 'Safari', 'Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
])('%s is named in plain words', (agent, browser, system) => {
  expect(deviceOf(agent)).toMatchObject({ browser, system })
})

test('a phone is distinguished from a desktop', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 16) Firefox/150.0').kind).toBe('mobile')
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0').kind).toBe('desktop')
})

test('a program that is no browser stays unknown', () => {
  expect(deviceOf('curl/8.14.1')).toEqual({ browser: undefined, system: undefined, kind: 'desktop' })
  expect(deviceOf('')).toEqual({ browser: undefined, system: undefined, kind: 'desktop' })
})
