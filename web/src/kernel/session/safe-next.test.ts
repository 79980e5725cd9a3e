import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

const origin = 'https://ats.example'

test('a path of this site is followed, with its search and fragment', () => {
  expect(safeNext('/dashboard/default/users?size=25#row', origin)).toBe(
    '/dashboard/default/users?size=25#row',
  )
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'dashboard',
  '',
])('%s is not followed', (next) => {
  expect(safeNext(next, origin)).toBeUndefined()
})

test('signing in does not lead back to the sign-in page', () => {
  expect(safeNext('/login?next=/login', origin)).toBeUndefined()
})
