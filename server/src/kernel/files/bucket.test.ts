import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { bucketServer } from '#test/bucket.ts'
import { openBucket } from './bucket.ts'
import { bucketStore } from './bucket-store.ts'
import { filesInBucket } from './work-files.ts'

const server = await bucketServer()
const bucket = openBucket(server.settings)
const folder = await mkdtemp(join(tmpdir(), 'ats-bucket-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
/** As the server keeps it: a file for what the object holds, and others for what is said about it. */
async function age(key: string) {
  for (const path of globSync(join(server.dir, `${key}*`))) await utimes(path, twoDaysAgo, twoDaysAgo)
}
const all = async (pages: AsyncIterable<string[]>) => (await Array.fromAsync(pages)).flat()

test('what is put comes back byte for byte, and is gone when it is removed', async () => {
  const store = bucketStore(bucket)
  const bytes = Buffer.from([0, 255, 10, 13])
  const name = await store.put(bytes, 'webp')
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
  expect(await store.get(name)).toEqual(bytes)
  await store.remove(name)
  expect(await store.get(name)).toBeUndefined()
  await store.remove(name)
})

test('a picture that was not touched for a day is found in its part, and not after it was touched', async () => {
  const store = bucketStore(bucket)
  const name = await store.put(Buffer.from('old'), 'webp')
  const part = Number.parseInt(name.slice(0, 2), 16)
  expect(await all(store.untouched(part))).toEqual([])
  await age(`images/${name.slice(0, 2)}/${name}`)
  expect(await all(store.untouched(part))).toEqual([name])
  await store.touch(name)
  expect(await all(store.untouched(part))).toEqual([])
  expect((await store.get(name))?.toString()).toBe('old')
  await store.touch(`${'0'.repeat(8)}-${'0'.repeat(27)}.webp`)
})

test.each(['../private.webp', '/etc/passwd', '', 'a.webp', `${'0'.repeat(36)}.webp\0`])(
  'a name that is none of ours finds nothing: %s',
  async (name) => {
    expect(await bucketStore(bucket).get(name)).toBeUndefined()
  },
)

test('a key that leads out of the bucket is refused', async () => {
  await expect(bucket.get('images/../../other/secret')).rejects.toThrow('Not a key of ours')
  await expect(bucket.put('a?acl', Buffer.from(''))).rejects.toThrow('Not a key of ours')
})

test('wrong keys are refused, and the reason is said', async () => {
  const stranger = openBucket({ ...server.settings, secretAccessKey: 'guessed' })
  await expect(stranger.put('images/x', Buffer.from('x'))).rejects.toThrow(
    'The bucket answered PUT with 403 SignatureDoesNotMatch',
  )
})

test('a list goes on to its last page', async () => {
  const keys = ['many/1', 'many/2', 'many/3', 'many/4', 'many/5']
  for (const key of keys) await bucket.put(key, Buffer.from(key))
  const pages = await Array.fromAsync(bucket.list('many/', 2))
  expect(pages.map((page) => page.map(({ key }) => key))).toEqual([
    keys.slice(0, 2),
    keys.slice(2, 4),
    keys.slice(4),
  ])
})

test('a file that one process wrote is read by another, which has no disk in common with it', async () => {
  const [one, two] = ['one', 'two'].map((name) => filesInBucket(bucket, 'imports', join(folder, name)))
  if (one === undefined || two === undefined) throw new Error('two')
  const large = Buffer.alloc(300_000, 'abc')
  await writeFile(await one.draft('upload'), large)
  await one.publish('upload')
  expect(globSync(join(folder, 'one', '*'))).toEqual([])
  const { path, release } = await two.fetch('upload')
  expect(Buffer.compare(await readFile(path), large)).toBe(0)
  await release()
  expect(globSync(join(folder, 'two', '*'))).toEqual([])
  const opened = await two.open('upload')
  expect(opened?.size).toBe(large.length)
  expect(opened && (await text(opened.stream)).length).toBe(large.length)
  expect(opened?.taken()).toBe(large.length)
  await two.remove('upload')
  await expect(one.fetch('upload')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await one.open('upload')).toBeUndefined()
})

test('what nothing names is cleared away a day later', async () => {
  const files = filesInBucket(bucket, 'exports', join(folder, 'three'))
  for (const name of ['named', 'lost', 'young']) {
    await writeFile(await files.draft(name), name)
    await files.publish(name)
  }
  for (const name of ['named', 'lost']) await age(`exports/${name}`)
  await files.removeStrays(async () => ['named'])
  const left = (await Array.fromAsync(bucket.list('exports/'))).flat()
  expect(left.map(({ key }) => key)).toEqual(['exports/named', 'exports/young'])
})
