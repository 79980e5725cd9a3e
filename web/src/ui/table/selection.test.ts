import { expect, test } from 'vitest'
import { everythingSelected, isSelected, nothingSelected, selectedCount, withRows } from './selection.ts'

test('rows are selected and deselected one by one', () => {
  const two = withRows(nothingSelected, ['a', 'b'], true)
  expect([isSelected(two, 'a'), isSelected(two, 'c'), selectedCount(two, 10)]).toEqual([true, false, 2])
  expect(withRows(two, ['a'], false)).toEqual({ mode: 'these', ids: ['b'] })
})

test('a row that is deselected after all matching rows were selected stays out', () => {
  const all = withRows(everythingSelected, ['a'], false)
  expect([isSelected(all, 'a'), isSelected(all, 'b'), selectedCount(all, 245)]).toEqual([false, true, 244])
  expect(withRows(all, ['a'], true)).toEqual(everythingSelected)
})

test('selecting a whole page again keeps the exceptions on other pages', () => {
  const all = withRows(withRows(everythingSelected, ['other'], false), ['a', 'b'], false)
  expect(withRows(all, ['a', 'b'], true)).toEqual({ mode: 'all-except', ids: ['other'] })
})

test('a row is never listed twice', () => {
  expect(withRows(withRows(nothingSelected, ['a'], true), ['a', 'b'], true).ids).toEqual(['a', 'b'])
})
