import { expect, test } from 'vitest'
import { loadAppFile, PartNotLoaded } from './app-files.ts'

test('a file that cannot be loaded is distinguished from a defect in it', async () => {
  await expect(loadAppFile(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(PartNotLoaded)
  await expect(loadAppFile(async () => 'there')).resolves.toBe('there')
})
