import { expect, test } from 'vitest'
import { loadPart, PartNotLoaded, stateOf } from './parts.ts'

const pageWith = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`

test('a page that begins with another file is a newer version', () => {
  expect(stateOf(pageWith('/assets/index-b.js'), '/assets/index-a.js')).toBe('newer')
  expect(stateOf(pageWith('/assets/index-a.js'), '/assets/index-a.js')).toBe('same')
})

test('what is no page of the app says nothing about its version', () => {
  expect(stateOf('Sign in to the guest network', '/assets/index-a.js')).toBe('same')
})

test('a file that cannot be fetched is told from a defect in what was fetched', async () => {
  await expect(loadPart(() => Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(PartNotLoaded)
  await expect(loadPart(async () => 'there')).resolves.toBe('there')
})
