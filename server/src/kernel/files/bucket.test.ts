import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { type BucketServer, onBucketServers } from '#test/bucket.ts'
import { freePort } from '../../../../scripts/processes.ts'
import { BucketAway, openBucket } from './bucket.ts'
import { bucketStore } from './bucket-store.ts'
import { filesInBucket } from './work-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'ats-bucket-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const day = 24 * 60 * 60 * 1000
/** A moment that separates earlier from later writes, even if times are rounded to seconds. */
async function momentInBetween() {
  await delay(1100)
  const moment = Date.now()
  await delay(1100)
  return moment
}
/** Signatures and objects still use the real time. */
async function aDayAfter<T>(moment: number, work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(moment + day)
  return work().finally(() => clock.mockRestore())
}
const all = async (pages: AsyncIterable<string[]>) => (await Array.fromAsync(pages)).flat()

test('a bucket that does not answer is away, and what a sweep makes up for is not held up by it', async () => {
  const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' }
  const bucket = openBucket({ ...keys, url: `http://127.0.0.1:${await freePort()}/assets` })
  const files = filesInBucket(bucket, 'imports', join(folder, 'away'))
  const store = bucketStore(bucket)
  await writeFile(await files.draft('upload'), 'kept')
  await expect(files.publish('upload')).rejects.toThrow(BucketAway)
  await expect(store.put(Buffer.from(''), 'webp')).rejects.toThrow(BucketAway)
  await expect(store.get(`${randomUUID()}.webp`)).rejects.toThrow('The bucket does not answer')
  await store.touch(`${randomUUID()}.webp`)
  await files.remove('upload')
})

test('an error page of a proxy that breaks off is an error of the bucket, which may pass', async () => {
  const proxy = createServer((_, response) => response.writeHead(502).end('<!DOCTYPE html')).listen(
    0,
    '127.0.0.1',
  )
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' }
  const bucket = openBucket({ ...keys, url: `http://127.0.0.1:${port}/assets` })
  await expect(bucket.get('pictures/one')).rejects.toThrow(new BucketAway('The bucket answered with 502'))
  proxy.close()
})

function testPictures({ settings }: BucketServer) {
  const bucket = openBucket(settings)

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
    const untouched = () => all(store.untouched(Number.parseInt(name.slice(0, 2), 16)))
    expect(await untouched()).toEqual([])
    const moment = await momentInBetween()
    expect(await aDayAfter(moment, untouched)).toEqual([name])
    await store.touch(name)
    expect(await aDayAfter(moment, untouched)).toEqual([])
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
}

function testRefusals({ settings, swift }: BucketServer) {
  const bucket = openBucket(settings)

  test('wrong keys are refused, and the reason is said', async () => {
    const stranger = openBucket({ ...settings, secretAccessKey: 'guessed' })
    await expect(stranger.put('images/x', Buffer.from('x'))).rejects.toThrow(
      'The bucket answered with 403 SignatureDoesNotMatch',
    )
  })

  test.runIf(swift)('who has no keys reads, lists, writes and removes nothing', async () => {
    await bucket.put('images/private', Buffer.from('private'))
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await fetch(`${settings.url}/images/private`, { method })
      expect([method, answer.ok]).toEqual([method, false])
      expect(await answer.text()).not.toBe('private')
    }
    expect((await fetch(settings.url)).ok).toBe(false)
    expect((await bucket.get('images/private'))?.toString()).toBe('private')
  })

  test.runIf(swift)('a server that was killed and is back is asked again', async () => {
    await bucket.put('images/kept', Buffer.from('kept'))
    await swift?.killProxy()
    await expect(bucket.get('images/kept')).rejects.toThrow(BucketAway)
    await swift?.startProxy()
    expect((await bucket.get('images/kept'))?.toString()).toBe('kept')
  })
}

function testFiles({ settings }: BucketServer) {
  const bucket = openBucket(settings)

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
    const write = async (name: string) => {
      await writeFile(await files.draft(name), name)
      await files.publish(name)
    }
    await write('named')
    await write('lost')
    const moment = await momentInBetween()
    await write('young')
    await aDayAfter(moment, () => files.removeStrays(async () => ['named']))
    const left = (await Array.fromAsync(bucket.list('exports/'))).flat()
    expect(left.map(({ key }) => key)).toEqual(['exports/named', 'exports/young'])
  })
}

await onBucketServers((server) => {
  testPictures(server)
  testRefusals(server)
  testFiles(server)
})
