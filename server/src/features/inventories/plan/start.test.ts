import { inventories } from '@ats/contract/inventories/inventories.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { freshRoom, planned } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf } from '#test/stock.ts'
import { starting } from './start.ts'

const t = await testApp()
const admin = await administratorOf(t)
const never = new AbortController().signal

test('a transaction that began before the start and ends while a job puts down items changes nothing', async () => {
  const [placeId, elsewhere] = [await freshRoom(t), await freshRoom(t)]
  await manyAssets(t, 1001, placeId)
  const id = await planned(t, { placeId })
  const late = new pg.Client({ connectionString: t.config.databaseUrl })
  await late.connect()
  await late.query('begin')
  await late.query('select now()')
  const { body } = await t.call(admin, inventories.start, { params: { id } })
  const job = body.inventory.job?._id ?? ''
  // The job takes its snapshot, then the other transaction moves assets with a time before the start.
  await starting.records(t.db, { ...admin, everywhere: true, withheld: null } as never, { id }, '')
  await late.query('update assets set place_id = $1 where place_id = $2', [elsewhere, placeId])
  await late.query('commit')
  await late.end()
  await jobHandlers(t).bulk(job, never)
  const rows = t.db.selectFrom('inventory_items').select('expected_place_id').where('inventory_id', '=', id)
  const items = await rows.execute()
  expect([items.length, new Set(items.map((item) => item.expected_place_id))]).toEqual([
    1001,
    new Set([placeId]),
  ])
  expect((await t.call(admin, inventories.get, { params: { id } })).body.total).toBe(1001)
  const left = t.db.selectFrom('inventory_expected').select('asset_id').where('inventory_id', '=', id)
  expect(await left.execute()).toEqual([])
})
