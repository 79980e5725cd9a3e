import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBucket } from '#kernel/files/bucket.ts'
import { onBucketServers } from '#test/bucket.ts'
import { backUpFiles, filesInBucket, restoreFiles } from './backup-files.ts'
import { filesToBucket } from './restore.ts'

await onBucketServers(async ({ settings }) => {
  const bucket = openBucket(settings)
  const folder = await mkdtemp(join(tmpdir(), 'ats-backup-files-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('the files of a bucket are backed up, and come back after it was emptied', async () => {
    const held = { 'images/0f/one.webp': 'one', 'exports/two.xlsx': 'two', 'imports/three': 'three' }
    for (const [key, text] of Object.entries(held)) await bucket.put(key, Buffer.from(text))
    await bucket.put('other/not-ours', Buffer.from('of somebody else'))
    const backedUp = await backUpFiles(filesInBucket(bucket), folder)
    expect(backedUp).toMatchObject({ files: { count: 3, bytes: 11 }, missing: [] })
    expect(await readFile(join(folder, 'files/images/0f/one.webp'), 'utf8')).toBe('one')

    for (const key of Object.keys(held)) await bucket.remove(key)
    const dataDir = join(folder, 'data')
    const target = filesToBucket(bucket, dataDir)
    expect(await restoreFiles(folder, target.write)).toBe(3)
    expect(await bucket.get('images/0f/one.webp')).toBeUndefined()
    await target.ready()
    await target.takePlace()
    await target.discard()
    for (const [key, text] of Object.entries(held)) expect((await bucket.get(key))?.toString()).toBe(text)
    expect(await readdir(dataDir)).toEqual([])
  })
})
