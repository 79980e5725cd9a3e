import { assetTags } from '@ats/contract/assets/tags.ts'
import { programs } from '@ats/contract/identity/programs.ts'
import { users } from '@ats/contract/identity/users.ts'
import { inventories, type NewInventory } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { approverOf, countingIn, freshRoom, planned, siteOf, step, sweep } from '#test/inventories.ts'
import { program } from '#test/programs.ts'
import { administratorOf, freshTag, ledgerOf, placed, stocked } from '#test/stock.ts'
import { driveIn, tagged, untagged } from '#test/tagging.ts'

// Ways to take part in a count without counting, and to approve it alone. More are in alone.test.ts.

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const keeper = await approverOf(t)
const [ravi, mira, omar] = [
  await person({ role: 'User', city: 'Indore', name: 'Ravi' }),
  await person({ role: 'User', city: 'Indore', name: 'Mira' }),
  await person({ role: 'User', city: 'Indore', name: 'Omar' }),
]

/** A room with one asset; `before` happens before it is counted. */
async function counted(before?: (asset: { _id: string; placeId: string }) => Promise<unknown>, by = mira) {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId }, omar)
  await before?.({ _id: asset._id, placeId })
  const { id } = await countingIn(t, { placeId })
  await sweep(t, by, id, { placeId, reads: [freshTag()] })
  return id
}

async function approval(id: string, as: Person) {
  const { status } = (await call(admin, inventories.get, { params: { id } })).body
  if (status === 'counting') await step(t, id, 'review')
  const seen = (await call(as, inventories.get, { params: { id } })).body.approvalRefused
  const { body } = await call(as, inventories.approve, { params: { id }, body: { openReason: 'A test' } })
  expect(body.code ?? null).toBe(seen ?? null)
  return body.code
}
const plan = (given: Partial<NewInventory>, as = omar) => planned(t, given, as)

test('by tags set by hand', async () => {
  const id = await counted(({ _id }) =>
    call(ravi, assetTags.replace, { params: { id: _id }, body: { rfidTag: freshTag() } }),
  )
  expect(await approval(id, ravi)).toBe('inventory-tagged-yourself')
  expect(await approval(id, keeper)).toBeUndefined()
})

test('by assets registered with their tags', async () => {
  const id = await counted()
  expect(await approval(id, omar)).toBe('inventory-tagged-yourself')
})

test('by tags of a tagging drive', async () => {
  const placeId = await freshRoom(t)
  const asset = await untagged(t, placeId)
  const drive = await driveIn(t, { placeId })
  const entries = [tagged({ placeId, assetId: asset._id })]
  await call(ravi, tagging.send, { params: { id: drive.id }, body: { device: 'A reader', entries } })
  const { id } = await countingIn(t, { placeId })
  await sweep(t, mira, id, { placeId, reads: [freshTag()] })
  expect(await approval(id, ravi)).toBe('inventory-tagged-yourself')
})

test('by tags set before the place was approved last they can: those were counted by others', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId }, omar)
  for (const approver of [keeper, omar]) {
    const { id } = await countingIn(t, { placeId })
    await sweep(t, mira, id, { placeId, reads: [asset.rfidTag ?? ''] })
    expect(await approval(id, approver)).toBeUndefined()
  }
})

test('by printed labels', async () => {
  const id = await counted(async ({ _id }) => {
    const { rows } = await sql<{ id: string }>`insert into print_jobs (user_id, design, dpi, status)
      values (${ravi.id}, 'asset-small', 300, 'done') returning id`.execute(t.db)
    await sql`insert into print_labels (job_id, position, asset_id, state)
      values (${rows[0]?.id}, 1, ${_id}, 'printed')`.execute(t.db)
  })
  expect(await approval(id, ravi)).toBe('inventory-printed-yourself')
  expect(await approval(id, keeper)).toBeUndefined()
})

const manages = { permissions: ['manage-asset', 'reports'] }

test('by a program of their own that counts', async () => {
  const machine = await program(t, manages)
  const id = await counted(undefined, machine)
  expect(await approval(id, admin)).toBe('inventory-counted-yourself')
  expect(await approval(id, keeper)).toBeUndefined()
})

test('by a program whose key they replaced', async () => {
  const machine = await program(t, manages)
  const id = await counted(undefined, machine)
  expect((await call(keeper, programs.replaceKey, { params: { id: machine.id }, body: {} })).status).toBe(200)
  expect(await approval(id, keeper)).toBe('inventory-counted-yourself')
})

test('by a program that approves what they or another program of theirs counted', async () => {
  const [one, other] = [await program(t, manages), await program(t, manages)]
  expect(await approval(await counted(undefined, one), other)).toBe('inventory-counted-yourself')
  expect(await approval(await counted(undefined, admin), one)).toBe('inventory-counted-yourself')
})

test('by an account whose password they set', async () => {
  const tara = await person({ role: 'User', city: 'Indore' })
  const id = await counted(undefined, tara)
  const body = { password: 'Copper-Kettle-91' }
  expect((await call(keeper, users.update, { params: { id: tara.id }, body })).status).toBe(200)
  expect(await approval(id, keeper)).toBe('inventory-account-yours')
})

test('as the planner, where the plan names an approver', async () => {
  const fields = async (given: Partial<NewInventory>, as = ravi) =>
    (await call(as, inventories.plan, { body: { placeId: await freshRoom(t), ...given } })).body.fields
  const own = { approverId: expect.any(String) }
  expect(await fields({ approverId: ravi.id })).toEqual(own)
  expect(await fields({ approverId: mira.id, people: [mira.id] })).toEqual(own)
  expect(await fields({ approverId: (await person({ role: 'User', city: 'Mumbai' })).id })).toEqual(own)
})

/** Planned by one person for another to approve, and counted by a third. */
async function withApprover(given: Partial<NewInventory> = {}) {
  const placeId = await freshRoom(t)
  await stocked(t, { placeId }, omar)
  const id = await plan({ placeId, approverId: keeper.id, ...given })
  await step(t, id, 'start')
  await sweep(t, mira, id, { placeId, reads: [freshTag()] })
  return id
}
const change = (as: Person, id: string, body: object) =>
  call(as, inventories.change, { params: { id }, body })

test('as somebody who is not the named approver', async () => {
  const id = await withApprover()
  expect((await call(omar, inventories.get, { params: { id } })).body.approver?.name).toBe('Approving Hand')
  expect(await approval(id, ravi)).toBe('inventory-not-approver')
  expect(await approval(id, keeper)).toBeUndefined()
})

test('by naming themself, or nobody, as the approver', async () => {
  const id = await withApprover()
  expect((await change(ravi, id, { approverId: ravi.id })).body.fields).toHaveProperty('approverId')
  expect((await change(ravi, id, { approverId: omar.id })).body.fields).toHaveProperty('approverId')
  expect((await change(ravi, id, { approverId: null })).status).toBe(200)
  expect(await approval(id, ravi)).toBe('inventory-planned-yourself')
})

test('by lowering the minimum', async () => {
  const id = await withApprover({ approverId: null, mustCount: 100 })
  expect((await change(ravi, id, { mustCount: null })).status).toBe(200)
  expect(await approval(id, ravi)).toBe('inventory-planned-yourself')
})

test('by counting one of two rooms, if the plan requires more', async () => {
  const aou = await placed(t, 'aou', (await siteOf(t)).property)
  const rooms = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  for (const placeId of rooms) await stocked(t, { placeId }, omar)
  const id = await plan({ placeId: aou, mustCount: 90 })
  await step(t, id, 'start')
  const count = (placeId = '') => sweep(t, mira, id, { placeId, reads: [freshTag()] })
  await count(rooms[0])
  expect(await approval(id, keeper)).toBe('inventory-too-little-counted')
  expect((await call(mira, inventories.get, { params: { id } })).body.countedShare).toBe(50)
  await step(t, id, 'recount')
  await count(rooms[1])
  expect(await approval(id, keeper)).toBeUndefined()
})

const allow = (as: Person, id: string, userId: string) =>
  call(as, inventories.allowException, { params: { id }, body: { userId, reason: 'Only two of us' } })

test('by an exception for themself, or without the right to allow one', async () => {
  const id = await counted(undefined, admin)
  expect((await allow(admin, id, admin.id)).body.code).toBe('inventory-exception-own')
  expect((await allow(ravi, id, mira.id)).status).toBe(403)
  const here = await person({ role: 'user management', city: 'Indore' })
  expect((await allow(here, id, ravi.id)).status).toBe(403)
  expect(await approval(id, admin)).toBe('inventory-counted-yourself')
})

test('an exception lets one person approve, once, and everybody sees it', async () => {
  const id = await counted(undefined, ravi)
  expect((await allow(admin, id, ravi.id)).body).toEqual({ allowed: true })
  expect((await allow(keeper, id, mira.id)).body.code).toBe('inventory-exception-known')
  const { body } = await call(mira, inventories.get, { params: { id } })
  expect(body.exception).toMatchObject({ for: 'Ravi', by: 'Stock Keeper', reason: 'Only two of us' })
  expect(await approval(id, ravi)).toBeUndefined()
  const line = (await ledgerOf(t, id)).find(({ action }) => action === 'inventory.exception-allowed')
  expect(line).toMatchObject({ actor: admin.id, after: { name: 'Ravi', reason: 'Only two of us' } })
  expect((await allow(keeper, id, mira.id)).body.code).toBe('inventory-closed')
})

test('the next one of a series keeps the approver and the minimum', async () => {
  const id = await withApprover({ mustCount: 10, repeat: 'monthly' })
  const { placeId } = (await call(admin, inventories.get, { params: { id } })).body
  await step(t, id, 'review')
  const body = { filter: {}, resolution: { action: 'ignore' as const, reason: 'x' } }
  await call(ravi, inventoryReview.resolve, { params: { id }, body })
  expect(await approval(id, keeper)).toBeUndefined()
  const next = t.db.selectFrom('inventories').select(['approver_id', 'must_count'])
  const row = await next.where('place_id', '=', placeId).where('status', '=', 'planned').executeTakeFirst()
  expect(row).toEqual({ approver_id: keeper.id, must_count: 10 })
})
