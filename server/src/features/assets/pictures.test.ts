import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, freshTag, ledgerOf, stocked, withHeader } from '#test/stock.ts'

const t = await testApp()
const { call, person, config } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore' })

const drawing = (background = '#c02040', width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const kept = () => globSync(join(config.dataDir, 'images', '**', '*.*'))
const newAsset = () => ({ rfidTag: freshTag(), assetName: 'Chair', location: 'indore' })
const register = (image: Uint8Array, as: Pick<Person, 'headers'> = clerk, body = newAsset()) =>
  call(as, assets.register, { body, image })
const update = (asset: Asset, body: object, image?: Uint8Array) =>
  call(clerk, assets.update, { params: { id: asset._id }, body, ...(image && { image }) })
const picture = (asset: Asset, size: string, as: Person | null = clerk) =>
  call(as, assets.image, { params: { id: asset._id }, query: { size } })
const bytesOf = async (asset: Asset, size: string) =>
  Buffer.from((await picture(asset, size)).body as unknown as Uint8Array)
const redness = async (bytes: Buffer) => (await sharp(bytes).stats()).channels[0]?.mean ?? 0

test('a picture is kept up to 1,600 pixels and small, and served to be kept by this person alone', async () => {
  const { status, body } = await register(await drawing('#c02040', 3200, 2400))
  expect(status).toBe(201)
  const { asset } = body
  expect(asset.image).toMatch(new RegExp(`^/api/v1/assets/${asset._id}/image\\?size=full&v=[0-9a-f]{8}$`))
  expect(asset.thumbnail).toMatch(/\?size=thumbnail&v=[0-9a-f]{8}$/)
  const full = await sharp(await bytesOf(asset, 'full')).metadata()
  expect([full.format, full.width, full.height]).toEqual(['webp', 1600, 1200])
  const small = await sharp(await bytesOf(asset, 'thumbnail')).metadata()
  expect([small.format, small.width, small.height]).toEqual(['webp', 96, 96])
  expect((await picture(asset, 'full')).headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=86400',
    vary: expect.stringMatching(/authorization/i),
    'x-content-type-options': 'nosniff',
  })
})

test('a new picture takes the place of the old one, and its address changes', async () => {
  const { asset } = (await register(await drawing('#ff0000'))).body
  const { body } = await update(asset, { model: 'M2' }, await drawing('#0000ff'))
  expect(body.asset.image).not.toBe(asset.image)
  expect(await redness(await bytesOf(asset, 'full'))).toBeLessThan(20)
  expect(await redness(await bytesOf(asset, 'thumbnail'))).toBeLessThan(20)
  expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
    after: { model: 'M2', image: expect.any(String) },
  })
})

test('an edit without a picture leaves the picture; removeImage takes it away', async () => {
  const { asset } = (await register(await drawing())).body
  for (const body of [{ model: 'M2' }, { removeImage: 'false' }])
    expect((await update(asset, body)).body.asset.image).toBe(asset.image)
  const { body } = await update(asset, { removeImage: 'true' })
  expect(body.asset).toMatchObject({ image: null, thumbnail: null })
  expect((await picture(asset, 'full')).status).toBe(404)
  expect((await picture(asset, 'thumbnail')).status).toBe(404)
})

test('a new picture wins over removeImage', async () => {
  const { asset } = (await register(await drawing())).body
  const { body } = await update(asset, { removeImage: 'true' }, await drawing('#0000ff'))
  expect(body.asset.image).toMatch(/v=/)
  expect(body.asset.image).not.toBe(asset.image)
})

test('what is no picture is refused, and nothing is registered, changed or kept', async () => {
  const asset = await stocked(t)
  const before = kept()
  const wrong = [
    Buffer.from('<html><script>alert(1)</script></html>'),
    Buffer.from('GIF89a no more'),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer(),
  ]
  for (const image of wrong)
    for (const { status, body } of [await register(image), await update(asset, { model: 'M2' }, image)])
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['image']])
  expect(kept()).toEqual(before)
  expect((await call(clerk, assets.get, { params: { id: asset._id } })).body).toEqual(asset)
})

test('an asset out of scope gets no picture, and none is kept for it', async () => {
  const far = await stocked(t, { location: 'mumbai' })
  const before = kept()
  expect((await update(far, {}, await drawing())).status).toBe(404)
  expect(kept()).toEqual(before)
})

test('a picture is seen by those who see the asset, in the bin too, and by nobody else', async () => {
  const { asset } = (await register(await drawing())).body
  const far = await person({ role: 'Sub User', city: 'Mumbai' })
  const manager = await person({ role: 'User Management', city: 'Indore' })
  for (const size of ['full', 'thumbnail']) {
    expect((await picture(asset, size, admin)).status).toBe(200)
    expect((await picture(asset, size, far)).status).toBe(404)
    expect((await picture(asset, size, manager)).status).toBe(403)
    expect((await picture(asset, size, null)).status).toBe(401)
  }
  await call(clerk, assets.remove, { params: { id: asset._id } })
  expect((await picture(asset, 'full')).status).toBe(200)
  expect((await picture(asset, 'full', far)).status).toBe(404)
  expect((await picture(asset, '../full')).status).toBe(400)
})

test('a registration with a picture sent again with its key is one asset; with another picture it is refused', async () => {
  const sender = withHeader(clerk, 'idempotency-key', 'picture-1')
  const body = newAsset()
  const image = await drawing()
  const [first, again] = [await register(image, sender, body), await register(image, sender, body)]
  expect(again.body).toEqual(first.body)
  expect((await register(await drawing('#0000ff'), sender, body)).status).toBe(422)
})
