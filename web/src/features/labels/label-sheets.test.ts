import { expect, test } from 'vitest'
import { labelSheetIds, labelSheets, labelsOn, marginsOf, pagesOf } from './label-sheets.ts'

test.each(labelSheetIds)('a sheet of %s labels fits on A4, with its name as their number', (id) => {
  const sheet = labelSheets[id]
  const { left, top } = marginsOf(sheet)
  expect(labelsOn(sheet)).toBe(Number(id))
  expect(left).toBeGreaterThanOrEqual(4)
  expect(top).toBeGreaterThanOrEqual(4)
})

test('labels fill one page after the other, behind those that were used before', () => {
  expect(pagesOf(['a', 'b', 'c'], 2, 0)).toEqual([['a', 'b'], ['c']])
  expect(pagesOf(['a', 'b', 'c'], 2, 1)).toEqual([
    [null, 'a'],
    ['b', 'c'],
  ])
  expect(pagesOf([], 2, 0)).toEqual([])
})
