import { audit } from '@ats/contract/audit.ts'
import { masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const { check, problems } = importer(t, admin)
const working = '00000000-0000-7000-8000-000000000021'

const stateNamed = async (name: string) =>
  (await call(admin, masters.create, { params: { kind: 'asset-state' }, body: { name } })).body

/** Without a state column, like most files. */
const file = () => csvOf([{ rfidTag: freshTag(), assetName: 'Bench', city: 'Indore' }])

test("once 'Working' is merged away, new assets start with what took its place", async () => {
  const fine = await stateNamed('Fine')
  const merged = { params: { kind: 'asset-state' as const, id: working }, body: { into: fine.id } }
  expect((await call(admin, masters.merge, merged)).status).toBe(200)
  expect((await stocked(t, {})).assetState).toBe('Fine')
  expect((await check(file())).counts).toMatchObject({ new: 1, wrong: 0 })
})

test('without a first state a file is still checked, and the rows that need a state say so', async () => {
  await t.db.updateTable('asset_states').set({ is_first: false }).execute()
  const { _id, counts } = await check(file())
  expect(counts).toMatchObject({ new: 0, wrong: 1 })
  const said = await problems(_id)
  expect(JSON.stringify(said)).toContain('A new asset needs a state')
})

test('a place that moves is told of where it was and where it is', async () => {
  const [from, to] = [await siteIn(t, 'Indore'), await siteIn(t, 'Pune')]
  const keeper = await person({ role: 'User Management', city: 'Indore' })
  const params = { kind: 'property' as const, id: from.property }
  await call(admin, masters.update, { params, body: { parentId: to.mm } })
  expect((await ledgerOf(t, from.property)).map(({ action }) => action)).toContain('place.changed')
  const line = await t.db
    .selectFrom('events')
    .select('from_place_id as left')
    .where('record_id', '=', from.property)
    .where('action', '=', 'place.changed')
    .executeTakeFirstOrThrow()
  expect(line.left).toBe(from.mm)
  const { body } = await call(keeper, audit.list, { query: { recordId: from.property } })
  expect(body.events.map(({ action }) => action)).toContain('place.changed')
})
