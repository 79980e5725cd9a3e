import { beforeAll, expect, test, vi } from 'vitest'

const rows = Array.from({ length: 23 }, (_, index) => ({ name: `Role ${index + 1}` }))
const reading = {
  search: ({ name }: { name: string }) => [name],
  sort: { name: ({ name }: { name: string }) => name },
}
let pageLocally: typeof import('./page-of.ts').pageLocally

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => undefined })
  pageLocally = (await import('./page-of.ts')).pageLocally
})

test('a short list is paged as the server would page it', () => {
  const page = pageLocally(rows, { cursor: '10', size: 10 }, reading)
  expect(page.rows.map(({ name }) => name)).toEqual(rows.slice(10, 20).map(({ name }) => name))
  expect(page).toMatchObject({ from: 11, total: 23, previous: '0', next: '20', last: '20' })
})

test('a search ignores case and starts at the first row', () => {
  expect(pageLocally(rows, { size: 10, search: 'role 23' }, reading)).toMatchObject({
    from: 1,
    total: 1,
    next: null,
  })
})

test('numbers in names sort by their value', () => {
  const page = pageLocally(rows, { size: 10, sort: 'name', direction: 'desc' }, reading)
  expect(page.rows[0]?.name).toBe('Role 23')
})

test('a cursor past the end shows the last page', () => {
  expect(pageLocally(rows, { cursor: '900', size: 10 }, reading)).toMatchObject({ from: 21, next: null })
})
