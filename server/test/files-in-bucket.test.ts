import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assets } from '@ats/contract/assets/assets.ts'
import { exports } from '@ats/contract/exports.ts'
import { afterAll, expect, test } from 'vitest'
import { openBucket } from '#kernel/files/bucket.ts'
import { openFiles } from '#kernel/files/open-files.ts'
import { jobHandlers } from '#server/app.ts'
import { filesInBucket } from '#server/operations/backup-files.ts'
import { freePort } from '../../scripts/processes.ts'
import { testApp } from './app.ts'
import { onBucketServers } from './bucket.ts'
import { asked, opened, ticketFor } from './exports.ts'
import { csvOf, importer } from './imports.ts'
import { png } from './pictures.ts'
import { administratorOf } from './stock.ts'

const never = new AbortController().signal

test('while the bucket is away a person is told to try again, and everything without files goes on', async () => {
  const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' }
  const t = await testApp({ bucket: { ...keys, url: `http://127.0.0.1:${await freePort()}/assets` } })
  const admin = await administratorOf(t)
  const body = { rfidTag: 'AWAY', assetName: 'Chair', location: 'indore' }
  const refused = await t.call(admin, assets.register, { body, image: await png() })
  expect([refused.status, refused.body]).toEqual([
    503,
    expect.objectContaining({ code: 'files-unavailable' }),
  ])
  const upload = await importer(t, admin).upload(csvOf([{ rfidTag: 'AWAY', assetName: 'Table' }]))
  expect([upload.status, upload.body]).toEqual([503, expect.objectContaining({ code: 'files-unavailable' })])
  expect(await readdir(join(t.config.dataDir, 'imports'))).toEqual([])
  expect((await t.call(admin, assets.register, { body })).status).toBe(201)
})

await onBucketServers(async ({ settings }) => {
  const t = await testApp({ bucket: settings })
  const admin = await administratorOf(t)
  /** A worker on another machine: it shares only the database and the bucket with the API. */
  const elsewhere = await mkdtemp(join(tmpdir(), 'ats-elsewhere-'))
  afterAll(() => rm(elsewhere, { recursive: true, force: true }))
  const worker = jobHandlers({ ...t, ...openFiles({ dataDir: elsewhere, bucket: settings }) })

  test('a picture goes to the bucket and comes back', async () => {
    const body = { rfidTag: 'IN-A-BUCKET', assetName: 'Chair', location: 'indore' }
    const made = await t.call(admin, assets.register, { body, image: await png() })
    expect(made.status).toBe(201)
    const keys = await Array.fromAsync(filesInBucket(openBucket(settings)).names())
    expect(keys.filter((key) => key.startsWith('images/'))).toHaveLength(2)
    const { asset } = made.body
    const picture = await t.app.inject({ url: asset.image ?? '', headers: admin.headers })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await readdir(t.config.dataDir)).toEqual([])
  })

  test('a workbook that a worker wrote elsewhere is downloaded here', async () => {
    const { id } = (await asked(t, admin, { list: 'city', format: 'xlsx' })).body.export
    await worker.exports(id, never)
    expect((await t.call(admin, exports.get, { params: { id } })).body.status).toBe('ready')
    const { rawPayload, headers } = await opened(t, await ticketFor(t, admin, id), admin.cookie)
    expect(rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
  })

  test('an upload is read by a worker elsewhere, and is gone afterwards', async () => {
    const person = importer(t, admin)
    const file = csvOf([{ rfidTag: 'BY-FILE', assetName: 'Table', city: 'Indore' }])
    const { _id: id } = (await person.upload(file)).body.import
    await worker.imports(id, never)
    expect((await person.now(id)).rows).toBe(1)
    const keys = await Array.fromAsync(openBucket(settings).list('imports/'))
    expect(keys.flat()).toEqual([])
    expect(await readdir(join(elsewhere, 'imports'))).toEqual([])
  })
})
