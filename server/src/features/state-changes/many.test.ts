import { assets } from '@ats/contract/assets/assets.ts'
import { masters } from '@ats/contract/masters.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { csvOf, importer } from '#test/imports.ts'
import { requested, stateChangeCalls } from '#test/state-changes.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const { ask, decide, undo, cancel, list } = stateChangeCalls(t)
const admin = await administratorOf(t)
const [clerk, other] = [await person(), await person()]

type Lines = Awaited<ReturnType<typeof ledgerOf>>
/** The ledger entries of a request and of its asset, without what distinguishes assets. */
const linesOf = async ({ asset, id }: { asset: { _id: string; assetTagId: string }; id: string }) => {
  const lines: Lines = [...(await ledgerOf(t, id)), ...(await ledgerOf(t, asset._id)).slice(1)]
  return JSON.parse(JSON.stringify(lines).replaceAll(asset.assetTagId, 'A'))
}

const ways = [
  ['accepted', (ids: string[]) => decide(other, ids, 'accept')],
  ['denied', (ids: string[]) => decide(other, ids, 'deny')],
  ['cancelled', (ids: string[]) => cancel(clerk, ids)],
  [
    'undone',
    async (ids: string[]) => {
      await decide(other, ids, 'accept')
      return undo(other, ids)
    },
  ],
] as const

test.each(ways)('requests %s together write the lines of requests done one by one', async (_name, act) => {
  const single = await requested(t, {}, clerk)
  const many = [await requested(t, {}, clerk), await requested(t, {}, clerk), await requested(t, {}, clerk)]
  expect((await act([single.id])).body.done).toBe(1)
  expect((await act(many.map(({ id }) => id))).body.done).toBe(3)
  const wanted = await linesOf(single)
  for (const one of many) expect(await linesOf(one)).toEqual(wanted)
})

test('thousands are decided in one call, and only those that were not are named', async () => {
  const like = await stocked(t)
  await sql`insert into assets (name_id, state_id, place_id)
    select name_id, state_id, place_id from assets, generate_series(1, 2500) where id = ${like._id}`.execute(
    t.db,
  )
  const { rows } = await sql<{ id: string }>`select id from assets where rfid_tag is null`.execute(t.db)
  const ids = rows.map(({ id }) => id)
  const body = { assets: ids.join(','), newState: 'UP', reason: 'All of them' }
  expect((await call(clerk, stateChanges.create, { body })).body).toEqual({
    done: 2500,
    failed: 0,
    results: [],
  })
  const [touched, renewed] = [ids[1200] ?? '', ids[1300] ?? '']
  await call(admin, assets.update, { params: { id: touched }, body: { assetState: 'Not-Working' } })
  await call(admin, assets.update, { params: { id: renewed }, body: { assignedUser: 'Asha' } })
  const made = await t.db
    .selectFrom('state_changes')
    .select('id')
    .where('reason', '=', 'All of them')
    .execute()
  const answer = await decide(
    other,
    made.map(({ id }) => id),
    'accept',
  )
  expect(answer.body).toMatchObject({ done: 2499, failed: 1 })
  expect(answer.body.results.map(({ message }) => message)).toEqual([
    'The asset was changed in the meantime, so the request is outdated.',
  ])
  expect(await untruths(t.db)).toEqual(noUntruths)
  const { rows: counted } = await sql<{
    action: string
    count: number
  }>`select action, count(*) as count from events
    where record_id = any(${made.map(({ id }) => id)}::uuid[]) group by action order by action`.execute(t.db)
  expect(counted).toEqual([
    { action: 'state-change.accepted', count: 2499 },
    { action: 'state-change.requested', count: 2500 },
    { action: 'state-change.stale', count: 1 },
  ])
})

test('an import outdates the requests for the assets whose state it changes, and no others', async () => {
  const [changed, same] = [await requested(t, {}, clerk), await requested(t, {}, clerk)]
  const { check, apply } = importer(t, admin)
  const rows = [changed, same].map(({ asset }, at) => ({
    rfidTag: asset.rfidTag ?? '',
    assetName: asset.assetName,
    city: asset.city,
    model: 'M2',
    assetState: at === 0 ? 'UP' : 'Working',
  }))
  const { _id } = await check(csvOf(rows))
  await apply(_id)
  const statusOf = async (assetId: string) => (await list(clerk, { assetId })).stateChanges[0]?.status
  expect([await statusOf(changed.asset._id), await statusOf(same.asset._id)]).toEqual(['stale', 'pending'])
  expect((await ledgerOf(t, changed.id)).map(({ action }) => action)).toContain('state-change.stale')
})

test('no more than ten thousand are taken at once, and not none', async () => {
  const ids = Array.from(
    { length: 10_001 },
    (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  )
  for (const wrong of [ids, []]) {
    expect((await decide(other, wrong, 'accept')).status).toBe(400)
    expect((await undo(other, wrong)).status).toBe(400)
    expect((await cancel(other, wrong)).status).toBe(400)
  }
  expect((await decide(other, ids.slice(0, 10_000), 'accept')).body).toMatchObject({
    done: 0,
    failed: 10_000,
  })
})

test('a state that only requests name is in use, and a merge takes them along', async () => {
  const state = async (name: string) =>
    (await call(admin, masters.create, { params: { kind: 'asset-state' }, body: { name } })).body
  const [lent, away] = [await state('Lent'), await state('Away')]
  const asked = await requested(t, { newState: 'Lent' }, clerk)
  const own = await requested(t, { newState: 'Lent' }, clerk)
  await cancel(clerk, [own.id])
  const there = await stocked(t, { assetState: 'Away' })
  await ask(clerk, [there], { newState: 'Lent' })
  const params = { kind: 'asset-state', id: lent.id }
  const refused = await call(admin, masters.remove, { params })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'It is in use 3 times. Merge it into another record instead.',
  ])
  expect((await call(admin, masters.merge, { params, body: { into: away.id } })).status).toBe(200)
  const changeOf = async (assetId: string) => (await list(clerk, { assetId })).stateChanges[0]
  expect(await changeOf(asked.asset._id)).toMatchObject({ newState: 'Away', status: 'pending' })
  expect(await changeOf(own.asset._id)).toMatchObject({ newState: 'Away', status: 'cancelled' })
  expect(await changeOf(there._id)).toMatchObject({ newState: 'Away', status: 'stale' })
  expect((await decide(other, [asked.id], 'accept')).body.done).toBe(1)
})

test('what is asked for many assets with a photo fits into one call', async () => {
  const ids = Array.from(
    { length: 10_000 },
    (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  )
  const body = { assets: ids.join(','), newState: 'UP', reason: 'See the photo' }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"></svg>')
  const answer = await call(clerk, stateChanges.create, { body, image: svg })
  expect(answer.body).toMatchObject({ done: 0, failed: 10_000 })
})
