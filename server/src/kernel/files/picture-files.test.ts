import { existsSync, globSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { assets } from '@ats/contract/assets/assets.ts'
import { users } from '@ats/contract/identity/users.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { administratorOf, freshTag, stocked, withHeader } from '#test/stock.ts'
import { pictureSweep } from './picture-files.ts'
import { storeParts } from './store.ts'

const t = await testApp()
const { call, person, config, store } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore' })
const folder = join(config.dataDir, 'images')
const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02040' } })
  .png()
  .toBuffer()

const kept = () => globSync(join(folder, '*', '*')).map((path) => basename(path))
const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
const newAsset = (given: object = {}) => ({
  ...{ rfidTag: freshTag(), assetName: 'Chair', location: 'indore' },
  ...given,
})
const register = (body: object, as = clerk) => call(as, assets.register, { body, image })
const hours = 60 * 60 * 1000
const age = (names: string[], ms: number) =>
  Promise.all(names.map((name) => utimes(pathOf(name), new Date(), new Date(Date.now() - ms))))
const sweep = pictureSweep(t)

let before: string[] = []
beforeEach(() => {
  before = kept()
})
const added = () => kept().filter((name) => !before.includes(name))

test('a database that names no picture takes none for a stray', async () => {
  const stray = await store.put(Buffer.from('x'), 'webp')
  await age([stray], 25 * hours)
  expect([await sweep(), existsSync(pathOf(stray))]).toEqual([0, true])
})

test.each([
  ['whose tag is in use', async () => ({ rfidTag: (await stocked(t)).rfidTag })],
  ['with a place that does not exist', async () => ({ location: 'atlantis' })],
  ['with a state that does not exist', async () => ({ assetState: 'Sleeping' })],
  ['with a text that cannot be stored', async () => ({ model: 'a\0b' })],
])('a registration %s leaves no file', async (_name, wrong) => {
  const { status } = await register(newAsset(await wrong()))
  expect([status >= 400 && status < 500, added()]).toEqual([true, []])
})

test('a registration that is sent twice keeps the pictures of the first', async () => {
  const body = newAsset()
  const send = () =>
    call(withHeader(clerk, 'idempotency-key', body.rfidTag), assets.register, { body, image })
  expect((await send()).status).toBe(201)
  const first = added()
  expect(first).toHaveLength(2)
  expect((await send()).status).toBe(201)
  expect(added()).toEqual(first)
})

test('an edit of an older version leaves no file', async () => {
  const { _id: id } = await stocked(t)
  const body = { version: 7, model: 'M' }
  expect((await call(clerk, assets.update, { params: { id }, body, image })).status).toBe(409)
  expect(added()).toEqual([])
})

test('requests that could not be made leave no photo; those that were keep it', async () => {
  const { _id: id } = await stocked(t)
  const ask = (newState: string) =>
    call(clerk, stateChanges.create, { body: { assets: id, newState, reason: 'Broken' }, image })
  expect((await ask('Sleeping')).status).toBe(400)
  expect((await ask('Working')).body).toMatchObject({ done: 0, failed: 1 })
  expect(added()).toEqual([])
  expect((await ask('Not-Working')).body).toMatchObject({ done: 1 })
  expect(added()).toHaveLength(2)
})

test('a picture that was replaced or taken away is kept for a day, however old it was', async () => {
  const { asset } = (await register(newAsset())).body
  const old = added()
  await age(old, 100 * 24 * hours)
  const params = { id: asset._id }
  expect((await call(clerk, assets.update, { params, body: {}, image })).status).toBe(200)
  const fresh = added().filter((name) => !old.includes(name))
  await sweep()
  expect(added().sort()).toEqual([...old, ...fresh].sort())
  await age([...old, ...fresh], 25 * hours)
  await sweep()
  expect(added().sort()).toEqual(fresh.sort())
  await call(clerk, assets.update, { params, body: { removeImage: 'true' } })
  await sweep()
  expect(added()).toHaveLength(2)
  await age(fresh, 25 * hours)
  await sweep()
  expect(added()).toEqual([])
})

test('the own picture likewise, and that of somebody who was deleted goes with them', async () => {
  const someone = await person({ role: 'Sub User', city: 'Indore' })
  await call(someone, users.setMyPicture, { image })
  const [first = ''] = added()
  await age([first], 100 * 24 * hours)
  await call(someone, users.setMyPicture, { image })
  await sweep()
  expect(added()).toHaveLength(2)
  const second = added().filter((name) => name !== first)
  await age([first, ...second], 25 * hours)
  await sweep()
  expect(added()).toEqual(second)
  await call(admin, users.remove, { params: { id: someone.id } })
  await sweep()
  expect(added()).toEqual([])
})

test('what a killed process left is swept after a day; what is not ours stays', async () => {
  const stray = await store.put(Buffer.from('x'), 'webp')
  const young = await store.put(Buffer.from('x'), 'webp')
  const unfinished = `${stray}.part`
  await writeFile(pathOf(unfinished), '')
  await writeFile(join(folder, stray.slice(0, 2), 'notes.txt'), '')
  await age([stray, unfinished], 25 * hours)
  await utimes(join(folder, stray.slice(0, 2), 'notes.txt'), 0, 0)
  await sweep()
  expect([stray, young, unfinished].map((name) => existsSync(pathOf(name)))).toEqual([false, true, false])
  expect(existsSync(join(folder, stray.slice(0, 2), 'notes.txt'))).toBe(true)
})

test('a large store is walked some names at a time, and a run ends after so many files', async () => {
  const nameOf = (part: number, at: number) =>
    `${part.toString(16).padStart(2, '0')}${String(at).padStart(6, '0')}-0000-4000-8000-000000000000.webp`
  for (const part of [16, 17, 18]) {
    await mkdir(join(folder, part.toString(16)), { recursive: true })
    const names = Array.from({ length: 1200 }, (_, at) => nameOf(part, at))
    await Promise.all(names.map((name) => writeFile(pathOf(name), '')))
    await age(names, 25 * hours)
  }
  const sizes: number[] = []
  for await (const names of store.untouched(16)) sizes.push(names.length)
  expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0) >= 1200]).toEqual([500, true])
  const left = () => kept().filter((name) => /^1[012]\d{6}-0000/.test(name)).length
  const inTurn = pictureSweep(t)
  const removed = [await inTurn(), await inTurn(), await inTurn(), await inTurn()]
  expect(removed.filter((count) => count > 0)).toHaveLength(3)
  expect([left(), storeParts]).toEqual([0, 256])
})
