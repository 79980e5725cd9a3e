import { expect, test } from 'vitest'
import { loadPart, PartNotLoaded } from './parts.ts'

test('a file that cannot be fetched is told from a defect in what was fetched', async () => {
  await expect(loadPart(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(PartNotLoaded)
  await expect(loadPart(async () => 'there')).resolves.toBe('there')
})
