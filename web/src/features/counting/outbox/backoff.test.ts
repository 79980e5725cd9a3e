import { expect, test } from 'vitest'
import { waitBeforeTry } from './backoff.ts'

test('each failure delays the next attempt, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => waitBeforeTry(failures, 1))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('devices that lost the same server come back at different times', () => {
  expect([waitBeforeTry(3, 0), waitBeforeTry(3, 0.5)]).toEqual([4_000, 6_000])
})
