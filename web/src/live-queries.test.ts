import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const options = /\b(?:infiniteQ|q)ueryOptions\(\{\n(.*?)\n\s*\}\)/gs

test('every query says which records change what it shows', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
    (file) => !file.startsWith('texts'),
  )
  const queries = files.flatMap((file) =>
    Array.from(readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(options), ([, text = '']) => ({
      file,
      text,
    })),
  )
  expect(queries.length).toBeGreaterThan(30)
  const silent = queries
    .filter(({ text }) => !/meta: \{\s+live: /.test(text))
    .map(({ file, text }) => `web/src/${file}: ${text.split('\n')[0]?.trim()} needs meta: { live: [...] }`)
  expect(silent).toEqual([])
})
