import { expect, test, vi } from 'vitest'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => 'hi' })
const { changesOf } = await import('./audit-changes.ts')

test('why a job failed is one row, in the language of the person', async () => {
  const after = { list: 'users', message: 'It could not be written.', code: 'export-not-written' }
  const rows = () => changesOf({ before: null, after })
  await expect.poll(() => rows().find(({ name }) => name === 'message')?.after).toBe('यह लिखी नहीं जा सकी।')
  expect(rows().map(({ name }) => name)).toEqual(['message', 'list'])
})
