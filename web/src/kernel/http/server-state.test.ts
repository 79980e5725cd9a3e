import { expect, test } from 'vitest'
import { stateOf } from './server-state.ts'

const pageWith = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`

test('a page with another entry file is a newer version', () => {
  expect(stateOf(pageWith('/assets/index-b.js'), '/assets/index-a.js')).toBe('newer')
  expect(stateOf(pageWith('/assets/index-a.js'), '/assets/index-a.js')).toBe('same')
})

test('a page that is not the app says nothing about the version', () => {
  expect(stateOf('Sign in to the guest network', '/assets/index-a.js')).toBe('same')
})
