import { expect, test, vi } from 'vitest'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => 'hi' })
const { changesOf } = await import('./audit-changes.ts')

test('why a job failed is one row, in the language of the person', async () => {
  const after = { list: 'users', message: 'The file could not be prepared.', code: 'export-not-written' }
  const rows = () => changesOf({ before: null, after })
  await expect.poll(() => rows().find(({ name }) => name === 'message')?.after).toBe('फ़ाइल तैयार नहीं हो सकी।')
  expect(rows().map(({ name }) => name)).toEqual(['message', 'list'])
})
