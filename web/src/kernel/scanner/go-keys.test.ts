import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goKeys, isGoing } from './go-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Types the keys with a gap between them, waits, and returns the letters that lead to a screen. */
function typed(keys: string[], gap: number) {
  const gone: string[] = []
  const going = goKeys((letter) => gone.push(letter))
  vi.advanceTimersByTime(5000)
  for (const key of keys) {
    going.press({ key, timeStamp: Date.now() }, true)
    vi.advanceTimersByTime(gap)
  }
  vi.advanceTimersByTime(5000)
  going.stop()
  return gone
}

test.each([60, 400, 1200])('g and a letter, %i ms apart, lead to a screen', (gap) => {
  expect(typed(['g', 'a'], gap)).toEqual(['a'])
})

test('a letter long after g leads nowhere', () => {
  expect(typed(['g', 'a'], 1600)).toEqual([])
})

test.each([2, 40, 120])('a code typed with a key every %i ms leads nowhere', (gap) => {
  expect(typed([...'gad123', 'Enter'], gap)).toEqual([])
  expect(typed([...'tagga', 'Enter'], gap)).toEqual([])
  expect(typed(['g', 'a', 'Enter'], gap)).toEqual([])
})

test('the second letter has no other meaning, and the next key has its own again', () => {
  const going = goKeys(() => undefined)
  vi.advanceTimersByTime(5000)
  const at = Date.now()
  going.press({ key: 'g', timeStamp: at }, true)
  expect(isGoing(at + 300)).toBe(true)
  going.press({ key: 'a', timeStamp: at + 300 }, true)
  expect([isGoing(at + 300), isGoing(at + 301)]).toEqual([true, false])
  going.stop()
})
