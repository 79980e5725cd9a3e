import { expect, test } from 'vitest'
import { loadAppFile, PartNotLoaded } from './app-files.ts'

test('a file that cannot be fetched is told from a defect in what was fetched', async () => {
  await expect(loadAppFile(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(PartNotLoaded)
  await expect(loadAppFile(async () => 'there')).resolves.toBe('there')
})
