import { randomUUID } from 'node:crypto'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { flatMasters, masters } from '@ats/contract/masters.ts'
import { readers } from '@ats/contract/readers.ts'
import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { countingIn, itemsOf, planned, siteOf, step, sweep } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, ledgerOf, placed, stocked } from '#test/stock.ts'
import { placeReferences } from './place-references.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const other = await t.person({ role: 'Admin', city: 'Pune' })

const merge = (id: string, into: string) =>
  call(admin, masters.merge, { params: { kind: 'room', id }, body: { into } })
const remove = (id: string) => call(admin, masters.remove, { params: { kind: 'room', id } })
const inventoryNow = async (id: string) => (await call(admin, inventories.get, { params: { id } })).body
const freshRoom = async (name?: string) => placed(t, 'room', (await siteOf(t)).aou, name)
const exists = async (id: string) =>
  (await db.selectFrom('places').select('id').where('id', '=', id).execute()).length > 0

/** A room in which an asset was counted, with the inventory approved. */
async function approvedIn(name = `Room ${randomUUID()}`) {
  const placeId = await freshRoom(name)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  await sweep(t, other, id, { placeId, reads: [asset.rfidTag ?? ''] })
  await step(t, id, 'review')
  await step(t, id, 'approve')
  return { id, placeId, name, asset }
}

test('every column that names a place has its rule, and no rule names a column that is gone', async () => {
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass || '.' || attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p') and not relispartition
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and atttypid = 'uuid'::regtype and attname ~ '(^|_)(place|city|mm|property|aou|room)_id$'
    union
    select conrelid::regclass || '.' || attname from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey) and atttypid = 'uuid'::regtype
    where contype = 'f' and confrelid = 'places'::regclass`.execute(db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(placeReferences).sort())
})

test('a merge of the other masters knows every column that names one of their records', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid::regclass::text = any(${Object.values(flatMasters).map(({ table }) => table)})
    union
    select attrelid::regclass || '.' || attname from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p') and not relispartition
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and attname ~ '(^|_)(name|state|brand|vendor)_id$'`.execute(db)
  const carried = Object.values(flatMasters).map(({ column }) => column)
  const known = [
    ...carried.map((column) => `assets.${column}`),
    // `mergeInRequests` updates both.
    ...['state_changes.from_state_id', 'state_changes.to_state_id'],
    // History, and values that triggers maintain.
    ...carried.map((column) => `asset_versions.${column}`),
    'asset_counters.state_id',
    // `repointCovers` and `followMergedName` update these.
    ...['covers.vendor_id', 'own_field_names.name_id'],
    // As of the start of an inventory.
    'inventory_expected.name_id',
  ]
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
})

test('a place whose inventory was approved is merged, and the inventory stays as it was', async () => {
  const { id, placeId, name, asset } = await approvedIn()
  const into = await freshRoom()
  const before = await inventoryNow(id)
  const items = await itemsOf(t, id)
  expect(await merge(placeId, into)).toMatchObject({ status: 200, body: { moved: 1 } })
  expect(await exists(placeId)).toBe(false)
  expect(await inventoryNow(id)).toEqual({ ...before, placeId: into, version: before.version + 1 })
  expect(before.placeNames.at(-1)).toBe(name)
  expect(await itemsOf(t, id)).toEqual(items)
  const now = await db.selectFrom('assets').select('place_id').where('id', '=', asset._id).execute()
  expect(now).toEqual([{ place_id: into }])
})

test('a plan is for the other place from then on, and a cancelled plan keeps the name it had', async () => {
  const name = `Store ${randomUUID()}`
  const [from, into] = [await freshRoom(name), await freshRoom()]
  const plan = await planned(t, { placeId: from })
  const cancelled = await planned(t, { placeId: from })
  await call(admin, inventories.cancel, { params: { id: cancelled }, body: { reason: 'Not needed' } })
  expect((await merge(from, into)).status).toBe(200)
  expect((await inventoryNow(cancelled)).placeNames.at(-1)).toBe(name)
  expect(await inventoryNow(plan)).toMatchObject({ placeId: into, status: 'planned' })
  expect((await ledgerOf(t, plan)).at(-1)).toMatchObject({ action: 'inventory.changed', actor: admin.id })
  await step(t, plan, 'start')
})

test('a place that is being counted is not merged, and nothing moves', async () => {
  const [from, into] = [await freshRoom(), await freshRoom()]
  const asset = await stocked(t, { placeId: from })
  const { id } = await countingIn(t, { placeId: from })
  const { inventoryId } = await inventoryNow(id)
  for (const status of ['counting', 'review']) {
    if (status === 'review') await step(t, id, 'review')
    const { status: code, body } = await merge(from, into)
    expect([code, body.code, body.params]).toEqual([409, 'merge-being-counted', { inventory: inventoryId }])
  }
  const now = await db.selectFrom('assets').select('place_id').where('id', '=', asset._id).execute()
  expect(now).toEqual([{ place_id: from }])
  await call(admin, inventories.cancel, { params: { id }, body: { reason: 'Merged' } })
  expect((await merge(from, into)).status).toBe(200)
})

test('unknown tags of a place go over with it, and keep it from being deleted', async () => {
  const [from, into] = [await freshRoom(), await freshRoom()]
  const tag = `E9${randomUUID().replaceAll('-', '').slice(0, 22)}`.toUpperCase()
  await sql`insert into unknown_tags (tag, place_id, first_seen_at, last_seen_at, reads)
    values (${tag}, ${from}, now(), now(), 3)`.execute(db)
  expect(await remove(from)).toMatchObject({ status: 409, body: { code: 'master-in-use' } })
  expect((await merge(from, into)).status).toBe(200)
  const rows = await db.selectFrom('unknown_tags').select('place_id').where('tag', '=', tag).execute()
  expect(rows).toEqual([{ place_id: into }])
})

test('a saved view of the place shows the other one', async () => {
  const [from, into] = [await freshRoom(), await freshRoom()]
  const body = { name: `View ${randomUUID()}`, list: 'assets', filter: { placeId: from }, placeId: from }
  const { id } = (await call(admin, views.create, { body })).body
  await merge(from, into)
  const view = (await call(admin, views.get, { params: { id } })).body
  expect([view.filter, view.place?.id]).toEqual([{ placeId: into }, into])
})

test('a counted place with more than a thousand assets is merged by its job to the end', async () => {
  const { id, placeId } = await approvedIn()
  const into = await freshRoom()
  await manyAssets(t, 1001, placeId)
  const plan = await planned(t, { placeId })
  const { status, body } = await merge(placeId, into)
  expect(status).toBe(202)
  const start = await call(admin, inventories.start, { params: { id: plan }, body: {} })
  expect([start.status, start.body.code]).toEqual([409, 'inventory-place-merging'])
  const jobId = body.job?._id ?? ''
  await jobHandlers(t).bulk(jobId, new AbortController().signal)
  expect((await call(admin, bulkJobs.get, { params: { id: jobId } })).body.status).toBe('done')
  expect(await exists(placeId)).toBe(false)
  expect((await inventoryNow(id)).placeId).toBe(into)
  await step(t, plan, 'start')
})

test('two places with a reader of the same name are not merged', async () => {
  const [from, into] = [await freshRoom(), await freshRoom()]
  for (const placeId of [from, into])
    await call(admin, readers.add, { body: { name: 'Door', adapter: 'impinj', placeId } })
  expect(await merge(from, into)).toMatchObject({ status: 409, body: { code: 'merge-same-readers' } })
})

test('nothing else of a closed inventory can be changed', async () => {
  const { id } = await approvedIn()
  const closed = expect.objectContaining({ code: '23001' })
  await expect(sql`update inventories set found = 0 where id = ${id}`.execute(db)).rejects.toEqual(closed)
  await expect(
    sql`update inventories set place_names = '{Elsewhere}' where id = ${id}`.execute(db),
  ).rejects.toEqual(closed)
  await expect(sql`delete from inventories where id = ${id}`.execute(db)).rejects.toThrow()
})
