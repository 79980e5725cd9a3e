import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loneKeys } from './lone-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wanted = new Set(['j', 'k', 'x'])

/** Types the keys with a gap between them, waits, and returns the keys that triggered an action. */
function typed(keys: string[], gap: number, repeat = false) {
  const done: string[] = []
  const reader = loneKeys(
    (key) => done.push(key),
    (key) => key !== 'x',
  )
  for (const key of keys) {
    reader.press({ key, timeStamp: Date.now(), repeat }, wanted.has(key))
    vi.advanceTimersByTime(gap)
  }
  vi.advanceTimersByTime(1000)
  return done
}

test('a key that is pressed alone counts', () => {
  expect(typed(['j', 'x', 'k'], 400)).toEqual(['j', 'x', 'k'])
})

test.each([2, 20, 120])('a tag typed with a key every %i ms selects and opens nothing', (gap) => {
  expect(typed([...'xjk3414257BF4x', 'Enter'], gap)).toEqual([])
  expect(typed([...'jE2801160xkj', 'Enter'], gap)).toEqual([])
})

test('rows can be walked as fast as a person taps', () => {
  expect(typed(['j', 'j', 'j', 'j'], 110)).toEqual(['j', 'j', 'j', 'j'])
  expect(typed(['x', 'x'], 110)).toEqual([])
})

test('a key that is held down acts immediately', () => {
  expect(typed(['j', 'j', 'j'], 30, true)).toEqual(['j', 'j', 'j'])
})
