import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPart, mergeByTag, mergeReads, plainRead, type Read } from './merge-reads.ts'

const read = (tag: string, more: Partial<Read> = {}): Read => ({
  tag,
  at: 1000,
  lastAt: 1000,
  count: 1,
  ...more,
})

test('reads of one tag are one: first and last time, how often, the strongest signal', () => {
  const reads = [
    read('A', { at: 2000, lastAt: 2500, rssi: -60 }),
    read('A', { at: 1000, lastAt: 1500, count: 3 }),
    read('A', { at: 3000, lastAt: 3000, rssi: -45 }),
  ]
  expect(mergeByTag(reads)).toEqual([{ tag: 'A', at: 1000, lastAt: 3000, count: 5, rssi: -45 }])
})

const anyRead = fc.record({
  tag: fc.constantFrom('A', 'B', 'C'),
  at: fc.nat(1_000),
  lastAt: fc.nat(1_000),
  count: fc.integer({ min: 1, max: 9 }),
  rssi: fc.integer({ min: -90, max: -20 }),
})
const sorted = (reads: Read[]) => reads.toSorted((a, b) => a.tag.localeCompare(b.tag))

test('the result does not depend on the order and the batches', () => {
  fc.assert(
    fc.property(fc.array(anyRead), fc.nat(), (reads, cut) => {
      const at = reads.length === 0 ? 0 : cut % reads.length
      const turned = [...reads.slice(at), ...reads.slice(0, at)]
      const inPortions = [...mergeByTag(turned.slice(0, at)), ...mergeByTag(turned.slice(at))]
      expect(sorted(mergeByTag(inPortions))).toEqual(sorted(mergeByTag(reads)))
    }),
  )
})

test('a request stays within the number of reads and the size that the server accepts', () => {
  const many = Array.from({ length: 12_000 }, (_, index) => read(`E2${index}`))
  const part = firstPart(many)
  expect(part.length).toBeLessThanOrEqual(5_000)
  expect(JSON.stringify(part.map((one) => plainRead(one, 5000))).length).toBeLessThan(900_000)
  expect(firstPart([read('x'.repeat(600_000)), read('A')])).toHaveLength(1)
  expect(firstPart([])).toEqual([])
})

test('every read is sent in one of the parts', () => {
  let rest = Array.from({ length: 12_345 }, (_, index) => read(`E2${index}`))
  let sent = 0
  while (rest.length > 0) {
    const part = firstPart(rest)
    expect(part.length).toBeGreaterThan(0)
    sent += part.length
    rest = rest.slice(part.length)
  }
  expect(sent).toBe(12_345)
})

test('no read gets a future time if the clock was set back', () => {
  const now = Date.parse('2026-11-16T06:00:00Z')
  const late = mergeReads(undefined, read('A', { at: now - 1_000, lastAt: now + 3_600_000 }))
  expect(plainRead(late, now)).toEqual({
    tag: 'A',
    at: '2026-11-16T05:59:59.000Z',
    lastAt: '2026-11-16T06:00:00.000Z',
    count: 1,
  })
})
