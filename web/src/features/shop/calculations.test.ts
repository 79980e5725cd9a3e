import { expect, test } from 'vitest'
import { pagesAround, slugOf, stepFor } from './calculations.ts'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 40, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [20, 40, [15, 16, 17, 18, 19, 20, 21, 22, 23, 24]],
  [40, 40, [31, 32, 33, 34, 35, 36, 37, 38, 39, 40]],
])('on page %d of %d the pager shows ten pages at most', (current, last, pages) => {
  expect(pagesAround(current, last)).toEqual(pages)
})

test.each([
  [0, 0.5],
  [4, 1],
  [3550, 1000],
  [8001, 5000],
])('a chart up to %d has lines every %d', (highest, step) => {
  expect(stepFor(highest)).toBe(step)
})

test('a slug contains only characters for an address', () => {
  expect(slugOf('  Büro & Möbel, 2. Wahl! ')).toBe('buro-mobel-2-wahl')
  expect(slugOf('कुर्सी')).toBe('')
})
