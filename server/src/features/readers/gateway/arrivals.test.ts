import { expect, test } from 'vitest'
import { newArrivals } from './arrivals.ts'

const payload = Buffer.from('[]')
const other = Buffer.from('[{}]')

test('messages of a reader in the same millisecond have different arrivals, not far ahead of the clock', () => {
  const arrivalOf = newArrivals(() => 1000)
  const all = Array.from({ length: 5000 }, () => Date.parse(arrivalOf({ reader: 'a', payload })))
  expect(all.slice(0, 3)).toEqual([1000, 1001, 1002])
  expect(all.at(-1)).toBe(2000)
  expect(Date.parse(arrivalOf({ reader: 'b', payload }))).toBe(1000)
})

test('a message that is sent again has the arrival it had, for ten minutes and only if all is the same', () => {
  let now = 1_000_000
  const arrivalOf = newArrivals(() => now)
  const message = { reader: 'a', payload, name: 'packet 7' }
  const first = arrivalOf(message)
  now += 5000
  const again = { ...message, isResent: true }
  expect(arrivalOf(again)).toBe(first)
  for (const another of [
    { ...again, payload: other },
    { ...again, name: 'packet 8' },
    { ...again, reader: 'b' },
    { ...again, name: undefined },
  ])
    expect(arrivalOf(another)).not.toBe(first)
  const reused = arrivalOf(message)
  expect(reused).not.toBe(first)
  expect(arrivalOf(again)).toBe(reused)
  now += 11 * 60_000
  arrivalOf({ ...message, name: 'packet 9' })
  expect(arrivalOf(again)).not.toBe(reused)
})
