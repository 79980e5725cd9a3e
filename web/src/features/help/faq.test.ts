import { expect, test, vi } from 'vitest'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => null })
const { answersTo } = await import('./faq.ts')

const found = (search: string) => answersTo(search).map(({ id }) => id)

test('a search finds answers with every word, in any order and case', () => {
  expect(found('hindi')).toEqual(['language'])
  expect(found('Enter READER')).toEqual(['scan-does-nothing'])
  expect(found('undo restore')).toEqual(['restoring'])
  expect(found('')).toHaveLength(9)
  expect(found('teleporter')).toEqual([])
})
