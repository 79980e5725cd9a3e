import { userFilter } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseSearch, stringifySearch } from './url-search.ts'
import { changedSearch, readFilter, tableSize } from './url-state.ts'

const filter = userFilter
  .omit({ location: true })
  .extend({ ...tableSize, tags: z.array(z.string()).optional() })

test('a bad value in the address is dropped and the others stay', () => {
  const read = readFilter(filter, { size: '7', sort: 'password', direction: 'desc', search: 'asha' })
  expect(read).toEqual({ size: 10, sort: 'name', direction: 'desc', search: 'asha' })
})

test('digits in the address stay text where the filter wants text', () => {
  expect(readFilter(filter, parseSearch('?search=0012')).search).toBe('0012')
})

test('one value is read as a list where the filter wants a list', () => {
  expect(readFilter(filter, parseSearch('?tags=a')).tags).toEqual(['a'])
  expect(readFilter(filter, parseSearch('?tags=a&tags=b')).tags).toEqual(['a', 'b'])
})

test('changing the filter goes back to the first page', () => {
  expect(changedSearch(filter, { cursor: 'abc', sort: 'email' }, { search: 'x' })).toEqual({
    sort: 'email',
    search: 'x',
  })
})

test('turning the page keeps the filter', () => {
  expect(changedSearch(filter, { search: 'x' }, { cursor: 'abc' })).toEqual({ search: 'x', cursor: 'abc' })
})

test('default values are removed from the address', () => {
  expect(changedSearch(filter, { size: '25', search: 'x' }, { size: 10, search: '' })).toEqual({})
})

test('an address is written as it was read', () => {
  const text = '?tags=a&tags=b&search=1%262'
  expect(stringifySearch(parseSearch(text))).toBe(text)
})
