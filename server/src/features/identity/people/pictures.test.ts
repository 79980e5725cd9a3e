import { once } from 'node:events'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { users } from '@ats/contract/identity/users.ts'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { gif, gifBomb, jpeg, noise, png, pngBomb, svg, tiff, webp } from '#test/pictures.ts'

const { call, person, app, db, config } = await testApp()
const admin = await person({ role: 'Admin' })
let someone: Person
beforeEach(async () => {
  someone = await person()
})

const stored = () => globSync(join(config.dataDir, 'images', '**', '*.*'))
const set = (image: Uint8Array, as: Person = someone) => call(as, users.setMyPicture, { image })
const pictureOf = (id: string, as: Person = someone) => call(as, users.picture, { params: { id } })
const bytesOf = async () => Buffer.from((await pictureOf(someone.id)).body as unknown as Uint8Array)
const columnOf = async (id: string) =>
  (await db.selectFrom('users').select('picture').where('id', '=', id).executeTakeFirstOrThrow()).picture

const averageOf = async (bytes: Buffer) => (await sharp(bytes).stats()).channels.map(({ mean }) => mean)

const red = '<rect width="40" height="30" fill="#c02040"/>'
const accepted: [string, () => Promise<Buffer> | Buffer][] = [
  ['PNG', () => png()],
  ['JPG', jpeg],
  ['GIF', gif],
  ['SVG', () => svg(red)],
  ['large PNG', () => png(3000, 2000)],
  ['PNG of three megabytes', () => noise(1000, 1000)],
]

test.each(accepted)('a %s is taken, drawn anew as WebP and kept small', async (_name, image) => {
  const { status, body } = await set(await image())
  expect(status).toBe(200)
  const name = await columnOf(someone.id)
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
  expect(body.picture).toBe(`/api/v1/users/${someone.id}/picture?v=${name?.slice(0, 8)}`)
  const metadata = await sharp(await bytesOf()).metadata()
  expect(metadata.format).toBe('webp')
  expect(Math.max(metadata.width, metadata.height)).toBeLessThanOrEqual(256)
})

test('a picture is served as what it is, to be kept by this browser alone', async () => {
  await set(await png())
  const { status, headers } = await pictureOf(someone.id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400',
    vary: expect.stringMatching(/authorization/i),
  })
})

test('what a camera wrote into the file is not kept', async () => {
  const exif = { IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '22/1 43/1 0/1' } }
  await set(
    await sharp(await jpeg())
      .withExif(exif)
      .toBuffer(),
  )
  expect((await sharp(await bytesOf()).metadata()).exif).toBeUndefined()
  expect((await bytesOf()).includes('secret place')).toBe(false)
})

const bomb = `<!DOCTYPE svg [<!ENTITY a "lol">${[...'bcdefghi']
  .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefgh'[n]};`.repeat(10)}">`)
  .join('')}]>`

const refused: [string, () => Promise<Buffer> | Buffer, status?: number][] = [
  ['WebP', webp],
  ['TIFF', tiff],
  ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>')],
  ['page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['page of XHTML', () => Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>')],
  ['text', () => Buffer.from('just some text')],
  ['script that begins like a GIF', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
  ['picture that is cut off', async () => (await noise(200, 200)).subarray(0, 9000)],
  ['PNG header alone', async () => (await png()).subarray(0, 24)],
  ['PNG with a broken row', async () => (await png()).fill(0x55, 60)],
  ['empty file', () => Buffer.alloc(0)],
  ['PNG that claims 30000 by 30000 pixels', () => pngBomb(30_000, 30_000)],
  ['PNG that claims two thousand million by one', () => pngBomb(2_000_000_000, 1)],
  ['GIF that claims 65535 by 65535 pixels', gifBomb],
  ['SVG of 100000 by 100000', () => svg(red, 'width="100000" height="100000"')],
  ['SVG whose entities multiply', () => svg('<text>&i;&i;</text>', 'width="40" height="30"', bomb)],
  ['SVG that does not end', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9"><g>')],
  ['file of eleven megabytes', () => Buffer.concat([Buffer.alloc(11_000_000, 'x')]), 413],
]

test.each(refused)('a %s is refused and nothing is kept', async (_name, image, status = 400) => {
  const before = stored()
  const answer = await set(await image())
  expect(answer.status).toBe(status)
  if (status === 400) expect(answer.body.fields).toHaveProperty('image')
  expect(stored()).toEqual(before)
  expect(await columnOf(someone.id)).toBeNull()
})

test('a refused picture leaves the one before in place', async () => {
  await set(await png())
  const before = await bytesOf()
  await set(Buffer.from('nothing'))
  expect(await bytesOf()).toEqual(before)
})

test.each([
  ['<script>alert(1)</script>', 'script'],
  ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>', 'onload'],
  ['<a href="javascript:alert(1)"><rect width="9" height="9"/></a>', 'javascript'],
])('an SVG with %s becomes mere pixels', async (inside, marker) => {
  expect((await set(svg(red + inside))).status).toBe(200)
  const bytes = await bytesOf()
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  expect(bytes.includes(marker)).toBe(false)
})

test('bytes hidden behind a picture do not come back', async () => {
  const hidden = Buffer.from('<?php system($_GET["c"]); ?><script>alert(1)</script>')
  for (const image of [await jpeg(), await gif(), await png()]) {
    const { status } = await set(Buffer.concat([image, hidden]))
    if (status === 200) expect((await bytesOf()).includes('alert(1)')).toBe(false)
    expect([200, 400]).toContain(status)
  }
})

test('an SVG cannot read files of the server', async () => {
  const path = join(config.dataDir, 'own.png')
  await writeFile(path, await png(40, 30))
  const blank = svg('')
  const readers = [
    svg(`<image href="file://${path}" width="40" height="30"/>`),
    svg(`<image xmlns:x="http://www.w3.org/1999/xlink" x:href="${path}" width="40" height="30"/>`),
    svg(
      '<text y="20">&own;</text>',
      'width="40" height="30"',
      '<!DOCTYPE svg [<!ENTITY own SYSTEM "file:///etc/passwd">]>',
    ),
    svg('<include xmlns="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'),
  ]
  await set(blank)
  const nothing = await averageOf(await bytesOf())
  for (const image of readers)
    if ((await set(image)).status === 200) expect(await averageOf(await bytesOf())).toEqual(nothing)
})

test('an SVG cannot make the server call out', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end()
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entity = `<!DOCTYPE svg SYSTEM "${address}/dtd" [<!ENTITY x SYSTEM "${address}/entity">]>`
  await set(svg(`<image href="${address}/image.png" width="40" height="30"/>`))
  await set(svg(`<style>@import url("${address}/style.css");</style>${red}`))
  await set(svg('<text>&x;</text>', 'width="40" height="30"', entity))
  expect(calls).toBe(0)
})

type Part = { name: string; filename?: string; type?: string; bytes: Buffer | string }

const boundary = 'b0undary'
function form(parts: Part[]) {
  const lines = parts.flatMap(({ name, filename, type, bytes }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const kind = type === undefined ? '' : `\r\ncontent-type: ${type}`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')]
  })
  return Buffer.concat([...lines, Buffer.from(`--${boundary}--\r\n`)])
}
const send = (payload: Buffer | string, type = `multipart/form-data; boundary=${boundary}`) =>
  app.inject({
    method: 'PUT',
    url: users.setMyPicture.path,
    headers: { ...someone.headers, 'content-type': type },
    payload,
  })

test('the name and the type that a file claims have no say', async () => {
  const image = { name: 'image', bytes: await png() }
  const before = new Set(stored())
  for (const filename of [
    '../../../../tmp/evil.png',
    'a.php',
    'a.svg.html',
    '..\\..\\evil.exe',
    '\u202egnp.exe',
  ])
    expect((await send(form([{ ...image, filename, type: 'text/html' }]))).statusCode).toBe(200)
  const added = stored().filter((path) => !before.has(path))
  expect(added).toHaveLength(5)
  for (const path of added) expect(path).toMatch(/\/images\/[0-9a-f]{2}\/[0-9a-f-]{36}\.webp$/)
})

test('a call without the one file it needs is refused, and nothing is kept', async () => {
  const bytes = await png()
  const image = { name: 'image', filename: 'a.png', type: 'image/png', bytes }
  const before = stored()
  const attempts: [number, Buffer | string, string?][] = [
    [413, form([image, image])],
    [400, form([{ ...image, name: 'file' }])],
    [400, form([])],
    [400, form([{ name: 'image', bytes: 'text, not a file' }])],
    [400, form([{ name: '__proto__', bytes: 'x' }])],
    [413, form(Array.from({ length: 60 }, (_, n) => ({ name: `field${n}`, bytes: 'x' })))],
    [400, form([image]).subarray(0, 200)],
    [415, JSON.stringify({ image: bytes.toString('base64') }), 'application/json'],
    [415, bytes, 'image/png'],
    [400, 'x', 'multipart/form-data'],
  ]
  const statuses: number[] = []
  for (const [, payload, type] of attempts) statuses.push((await send(payload, type)).statusCode)
  expect(statuses).toEqual(attempts.map(([status]) => status))
  expect(stored()).toEqual(before)
})

test('an administrator sets the picture of someone; the ledger knows', async () => {
  const { status } = await call(admin, users.setPicture, { params: { id: someone.id }, image: await png() })
  expect(status).toBe(200)
  const events = await db
    .selectFrom('events')
    .select(['action', 'actor_id as actor'])
    .where('record_id', '=', someone.id)
    .where('action', 'like', '%picture%')
    .execute()
  expect(events).toEqual([{ action: 'user.picture-changed', actor: admin.id }])
})

test('nothing is kept for someone who may not set the picture', async () => {
  const manager = await person({ role: 'User Management' })
  const elsewhere = await person({ city: 'Pune' })
  const before = stored()
  const image = await png()
  expect((await call(manager, users.setPicture, { params: { id: admin.id }, image })).status).toBe(403)
  expect((await call(manager, users.setPicture, { params: { id: elsewhere.id }, image })).status).toBe(404)
  expect(stored()).toEqual(before)
})

test('a picture is seen by those who have its city, and by nobody else', async () => {
  await set(await png())
  const neighbour = await person({ role: 'Sub User' })
  const elsewhere = await person({ city: 'Pune' })
  expect((await pictureOf(someone.id, neighbour)).status).toBe(200)
  expect((await pictureOf(someone.id, admin)).status).toBe(200)
  expect((await pictureOf(someone.id, elsewhere)).status).toBe(404)
  expect((await call(null, users.picture, { params: { id: someone.id } })).status).toBe(401)
})

test('a picture can be taken away again', async () => {
  await set(await png())
  expect((await call(someone, users.removeMyPicture)).body.picture).toBeNull()
  expect((await pictureOf(someone.id)).status).toBe(404)
})
