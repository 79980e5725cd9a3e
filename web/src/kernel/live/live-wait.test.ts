import { expect, test } from 'vitest'
import { nextWait } from './live-wait.ts'

const ended = (more: Partial<Parameters<typeof nextWait>[1]> = {}) => ({
  ...{ failed: false, lasted: 50, isPoll: false },
  ...more,
})

test('a stream that ends cleanly and immediately is opened less and less often', () => {
  const waits = [1, 2, 3, 4, 5, 6].reduce<number[]>(
    (all) => [...all, nextWait(all.at(-1) ?? 1_000, ended())],
    [],
  )
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('so is one that fails, and one that lasted resets the wait', () => {
  expect(nextWait(4_000, ended({ failed: true }))).toBe(8_000)
  expect(nextWait(16_000, ended({ lasted: 40_000 }))).toBe(1_000)
  expect(nextWait(16_000, ended({ failed: true, lasted: 40_000 }))).toBe(1_000)
})

test('a request that is meant to end immediately does not slow down', () => {
  expect(nextWait(1_000, ended({ isPoll: true }))).toBe(1_000)
})
