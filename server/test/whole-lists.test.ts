import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Person, type TestApp, testApp } from './app.ts'
import { givePlaces } from './limited-people.ts'
import { manyAssets } from './many-assets.ts'
import { administratorOf, siteIn, stocked } from './stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const [indore, mumbai] = [await siteIn(t, 'Indore'), await siteIn(t, 'Mumbai')]
await manyAssets(t, 2_300, indore.room)
const here = await stocked(t, { placeId: indore.room })
const nextDoor = await stocked(t, { placeId: indore.property })
const there = await stocked(t, { location: 'mumbai', placeId: mumbai.room })
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)

async function pagedIds(as: Person, query: Record<string, string> = {}) {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { ...query, size: '500', ...(cursor !== undefined && { cursor }) }
    const { body } = await call(as, assets.list, { query: page })
    ids.push(...idsOf(body.assets))
    cursor = body.next
  }
  return ids
}

const exportsOf = ({ id }: Person) =>
  t.db
    .selectFrom('events')
    .select(['action', 'after'])
    .where('actor_id', '=', id)
    .where('record_kind', '=', 'export')
    .orderBy('id')
    .execute()

test.each([assets.list, legacyAssetPaths.list])(
  '$path without parameters answers all assets',
  async (list) => {
    const { status, body } = await call(admin, list)
    expect(status).toBe(200)
    expect(assets.list.reply.parse(body)).toEqual(body)
    expect(idsOf(body.assets)).toEqual(await pagedIds(admin))
    expect(body).toMatchObject({ total: 2_303, totalIsExact: true, from: 1, next: null, previous: null })
  },
)

test('a filter and an order without a size answer all that they show', async () => {
  const query = { location: 'indore', sort: 'rfidTag', direction: 'asc' }
  const { body } = await call(admin, assets.list, { query })
  expect(idsOf(body.assets)).toEqual(await pagedIds(admin, query))
  expect(body.total).toBe(2_302)
  expect((await call(admin, assets.list, { query: { search: 'nothing holds this' } })).body).toEqual({
    ...{ assets: [], total: 0, totalIsExact: true, from: 0, next: null, previous: null, last: null },
  })
})

test('with a size or a cursor a list pages', async () => {
  const first = (await call(admin, assets.list, { query: { size: '10' } })).body
  expect([first.assets.length, first.total]).toEqual([10, 2_303])
  const second = (await call(admin, assets.list, { query: { cursor: first.next ?? '' } })).body
  expect([second.assets.length, second.from]).toEqual([100, 11])
  expect((await call(admin, users.list, { query: { size: '1' } })).body.users).toHaveLength(1)
})

test('all people are answered without parameters', async () => {
  const { status, body } = await call(admin, users.list)
  expect([status, users.list.reply.parse(body)]).toEqual([200, body])
  const paged = (await call(admin, users.list, { query: { size: '500' } })).body
  expect(body.users).toEqual(paged.users)
})

test('nobody and someone without the permission get nothing', async () => {
  const manager = await t.person({ role: 'User Management' })
  const clerk = await t.person({ role: 'Sub User' })
  for (const list of [assets.list, users.list]) expect((await call(null, list)).status).toBe(401)
  expect((await call(manager, assets.list)).status).toBe(403)
  expect((await call(clerk, users.list)).status).toBe(403)
  expect((await call(clerk, assets.list, { query: { location: 'mumbai' } })).status).toBe(404)
  expect(await exportsOf(clerk)).toEqual([])
})

test('the manager of a property and someone of two rooms get what is theirs', async () => {
  const manager = await t.person({ role: 'Sub User', city: 'Indore' })
  await givePlaces(t, manager, [indore.property])
  const inProperty = (await call(manager, assets.list)).body
  expect(idsOf(inProperty.assets)).toEqual(await pagedIds(manager))
  expect(inProperty.total).toBe(2_302)
  const roomKeeper = await t.person({ role: 'Sub User', city: 'Indore' })
  await givePlaces(t, roomKeeper, [indore.room, mumbai.room])
  const inRooms = idsOf((await call(roomKeeper, assets.list)).body.assets)
  expect(inRooms).toHaveLength(2_302)
  expect(inRooms).toEqual(expect.arrayContaining([here._id, there._id]))
  expect(inRooms).not.toContain(nextDoor._id)
})

test('the ledger knows of it as of an export', async () => {
  const clerk = await t.person({ role: 'Sub User', city: 'Mumbai' })
  await call(clerk, assets.list, { query: { state: 'Working' } })
  const filter = { state: 'Working', search: '', sort: 'registeredAt', direction: 'desc' }
  expect(await exportsOf(clerk)).toEqual([
    { action: 'export.created', after: { list: 'assets', format: 'json', filter } },
    { action: 'export.finished', after: { list: 'assets', rows: 1 } },
  ])
  await call(clerk, assets.list, { query: { size: '10' } })
  expect(await exportsOf(clerk)).toHaveLength(2)
})

/** Reads the headers of the response, and not one byte more. */
async function started(served: TestApp, { headers }: Person) {
  const { port } = served.app.server.address() as AddressInfo
  const request = get({ port, path: assets.list.path, headers })
  // A connection that stays open would keep the server from closing.
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

test('a person takes two lists at a time, and one they leave makes room for another', async () => {
  const site = await siteIn(t, 'Pune')
  await manyAssets(t, 20_000, site.room)
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const clerk = await t.person({ role: 'Sub User', city: 'Pune' })
  const [first, second] = [await started(t, clerk), await started(t, clerk)]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const refused = await call(clerk, assets.list)
  expect([refused.status, refused.body.code]).toEqual([429, 'downloads-of-yours'])
  expect((await call(clerk, assets.list, { query: { size: '10' } })).status).toBe(200)
  first.destroy()
  const nothing = { query: { search: 'nothing holds this' } }
  const statusNow = async () => (await call(clerk, assets.list, nothing)).status
  await expect.poll(statusNow, { timeout: 20_000 }).toBe(200)
})
