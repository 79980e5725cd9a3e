import { routeWords } from '@ats/contract/route-words.ts'
import { expect, test } from 'vitest'
import { fullPath } from './bare-paths.ts'
import { screenPaths } from './screens.ts'

test.each([
  ['/profile', '/dashboard/default/profile'],
  ['/products/1', '/dashboard/default/products/1'],
  ['/products/add-product', '/dashboard/default/products/create-product'],
  ['/categories/add-category', '/dashboard/default/categories/create-category'],
  ['/orders/add-order', '/dashboard/default/orders/create-order'],
  ['/reviews/create-review', '/dashboard/default/reviews/create-review'],
  ['/dashboard/users', '/dashboard/default/users'],
  ['/dashboard/users/create-user', '/dashboard/default/users/create-user'],
  ['/dashboard/masters/city-master', '/dashboard/default/masters/city-master'],
  ['/dashboard/pune/orders/add-order', '/dashboard/pune/orders/create-order'],
])('%s redirects to %s', (bare, full) => {
  expect(fullPath(bare)).toBe(full)
})

test.each([
  '/dashboard',
  '/dashboard/pune',
  '/dashboard/pune/users',
  '/dashboard/manage-assets',
  '/elsewhere',
])('%s stays as it is', (path) => {
  expect(fullPath(path)).toBeUndefined()
})

test('no path segment can be the name of a city', () => {
  const words = screenPaths.map((path) => path.replace('/dashboard/$location', '/dashboard').split('/')[2])
  expect(words.filter((word) => word !== undefined && !routeWords.has(word))).toEqual([])
})
