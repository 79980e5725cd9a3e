import { expect, test } from 'vitest'
import { isOwnCall, noteOwnCall } from './own-calls.ts'

test('a call is the own one of the tab that had its answer', () => {
  noteOwnCall('mine', 1000)
  expect(isOwnCall('mine', 2000)).toBe(true)
  expect(isOwnCall('from the phone', 2000)).toBe(false)
  expect(isOwnCall(undefined, 2000)).toBe(false)
})

test('what a job does long after the call that asked for it is news', () => {
  noteOwnCall('started a job', 1000)
  expect(isOwnCall('started a job', 12_000)).toBe(false)
})

test('an answer without an id is no call to remember', () => {
  noteOwnCall(null, 1000)
  expect(isOwnCall(undefined, 1000)).toBe(false)
})
