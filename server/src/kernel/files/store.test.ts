import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskStore } from './store.ts'

const parent = await mkdtemp(join(tmpdir(), 'ats-store-'))
afterAll(() => rm(parent, { recursive: true }))
const folder = join(parent, 'images')
const store = diskStore(folder)
await writeFile(join(parent, 'private.webp'), 'top secret')

test('what is put comes back byte for byte, under a name of its own', async () => {
  const bytes = Buffer.from([0, 255, 10, 13])
  const [one, two] = [await store.put(bytes, 'webp'), await store.put(bytes, 'webp')]
  expect(one).toMatch(/^[0-9a-f-]{36}\.webp$/)
  expect(one).not.toBe(two)
  expect(await store.get(one)).toEqual(bytes)
})

test('no unfinished file is left beside the finished ones', async () => {
  await Promise.all(Array.from({ length: 20 }, () => store.put(Buffer.alloc(1000), 'webp')))
  expect(globSync(join(folder, '**', '*.part'))).toEqual([])
})

test.each([
  '../private.webp',
  '..%2fprivate.webp',
  '/etc/passwd',
  '',
  '.',
  'a.webp',
  `${'0'.repeat(36)}.webp/../../../private.webp`,
  `${'0'.repeat(36)}.webp`,
  `${'0'.repeat(36)}.webp\0`,
])('a name that is none of ours finds nothing: %s', async (name) => {
  expect(await store.get(name)).toBeUndefined()
})
