import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../server/test/database.ts'
import { root } from '../sources.ts'
import { frozenMigrations } from './checksums.ts'
import { checksumFile, drift, filesFrom, lifetimesPage } from './files.ts'

test('every migration has its checksum, and none changed after it landed', async () => {
  expect(await drift(await checksumFile())).toBeUndefined()
})

test('a migration that changed is named, and a new one gets a line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ats-frozen-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, 'server/migrations'), folder, { recursive: true })
  const before = await frozenMigrations(folder, '')
  await writeFile(join(folder, '999_more.sql'), 'select 1')
  const after = await frozenMigrations(folder, before)
  expect(after.startsWith(before)).toBe(true)
  expect(after).toMatch(/[0-9a-f]{64} {2}999_more\.sql\n$/)
  await writeFile(join(folder, '999_more.sql'), 'select 2')
  await expect(frozenMigrations(folder, after)).rejects.toThrow('999_more.sql changed after it landed')
  await rm(join(folder, '999_more.sql'))
  await expect(frozenMigrations(folder, after)).rejects.toThrow('999_more.sql changed after it landed')
})

test('the page about lifetimes is what kernel/lifetimes.ts says', async () => {
  expect(await drift(lifetimesPage())).toBeUndefined()
})

test('schema.sql and the types of the tables are what the migrations make', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const files = await filesFrom(url)
  expect((await Promise.all(files.map(drift))).filter(Boolean)).toEqual([])
})
