import { floors } from '@ats/contract/floors.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { floorIn } from '#test/floors.ts'
import { jpeg, png, svg } from '#test/pictures.ts'
import { administratorOf, ledgerOf, siteIn } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const { property } = await siteIn(t, 'Indore')
const namedFiles = async () =>
  (await t.db.selectFrom('floors').select('picture').execute()).map(({ picture }) => picture)

test('the picture of a plan is drawn again, and the plan takes its proportions', async () => {
  const { _id: id } = await floorIn(t, property)
  const params = { id }
  expect((await call(admin, floors.picture, { params })).status).toBe(404)
  const set = await call(admin, floors.setPicture, {
    ...{ params, image: await png(3000, 1500), body: { version: '1' } },
  })
  expect(set.body).toMatchObject({ aspect: 2, version: 2 })
  const served = await call(admin, floors.picture, { params, query: { v: set.body.picture ?? '' } })
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp' })
  expect(served.headers['cache-control']).toContain('private')
  const [file] = await namedFiles()
  const stored = await t.store.get(file ?? '')
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 2400, height: 1200 })
  const other = await call(admin, floors.setPicture, { params, image: await jpeg() })
  expect(other.body.picture).not.toBe(set.body.picture)
  const removed = await call(admin, floors.removePicture, { params })
  expect(removed.body).toMatchObject({ picture: null, aspect: 40 / 30 })
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual([
    ...['floor.created', 'floor.picture-changed', 'floor.picture-changed', 'floor.picture-changed'],
  ])
})

test('an SVG, an outdated version and a file that is no image are refused', async () => {
  const { _id: id } = await floorIn(t, property)
  const params = { id }
  const put = (image: Buffer, body = {}) => call(admin, floors.setPicture, { params, image, body })
  const drawing = await put(svg('<rect width="40" height="30"/>'))
  expect([drawing.status, drawing.body.message]).toEqual([400, 'Please choose a PNG, JPG or GIF image.'])
  expect((await put(Buffer.from('no image'))).status).toBe(400)
  await call(admin, floors.change, { params, body: { position: 2 } })
  expect((await put(await png(), { version: '1' })).status).toBe(409)
  expect((await call(admin, floors.plan, { params })).body.floor.picture).toBe(null)
})

test('a picture that is very thin makes no plan that is thinner than one may be', async () => {
  const { _id: id } = await floorIn(t, property)
  const { body } = await call(admin, floors.setPicture, { params: { id }, image: await png(900, 30) })
  expect(body.aspect).toBe(5)
})
