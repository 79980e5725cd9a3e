import { expect, test } from 'vitest'
import { debianMirror } from './base-image.ts'

test.each([
  'deb http://mirror.example/debian bookworm main',
  'deb-src http://other.example/debian bookworm main\ndeb [arch=amd64] http://mirror.example/debian bookworm main',
  'Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\n',
  'deb http://packages.example/apt stable main\ndeb http://mirror.example/debian bookworm main',
])('the mirror of this machine is found in %j', (list) => {
  expect(debianMirror(['', list])).toBe('http://mirror.example/debian')
})

test('a machine without that Debian says so', () => {
  expect(() => debianMirror(['deb http://mirror.example/debian trixie main'])).toThrow('bookworm')
})
