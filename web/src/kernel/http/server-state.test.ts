import { expect, test } from 'vitest'
import { stateOf } from './server-state.ts'

const pageWith = (...scripts: string[]) =>
  scripts.map((script) => `<script type="module" crossorigin src="${script}"></script>`).join('')
const running = ['/assets/runtime-a.js', '/assets/start-a.js']

test('a page with another script is a newer version', () => {
  expect(stateOf(pageWith('/assets/runtime-a.js', '/assets/start-b.js'), running)).toBe('newer')
  expect(stateOf(pageWith(...running), running)).toBe('same')
})

test('a page that is not the app says nothing about the version', () => {
  expect(stateOf('Sign in to the guest network', running)).toBe('same')
})
