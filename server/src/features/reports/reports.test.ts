import { assets } from '@ats/contract/assets/assets.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { reports } from '@ats/contract/reports.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { rowsOf } from '#test/exports.ts'
import { givePlaces } from '#test/limited-people.ts'
import { seenIn } from '#test/readers.ts'
import { administratorOf, binned, siteIn, stocked } from '#test/stock.ts'

const t = await testApp({ timeZone: 'Asia/Kolkata' })
const { call } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')
const keeper = await t.person({ role: 'User', city: 'Pune' })
await givePlaces(t, keeper, [indore.room, mumbai.room])
const beside = await t.person({ role: 'User', city: 'Pune' })
await givePlaces(t, beside, [indore.room])

const chair = await stocked(t, { assetName: 'Oak Chair', placeId: indore.room, assignedUser: 'Asha Rao' })
const lamp = await stocked(t, { assetName: 'Lamp', placeId: indore.property })
await binned(t, { assetName: 'Old Sofa', placeId: indore.room })
const dayOf = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)

// Backdates everything by ten days.
await t.asOwner(
  'set session_replication_role = replica',
  "update asset_versions set valid_from = valid_from - interval '10 days', valid_to = valid_to - interval '10 days'",
  "update assets set registered_at = registered_at - interval '10 days'",
)
const change = async (id: string, body: object) => {
  const { status, text } = await call(admin, assets.update, { params: { id }, body })
  if (status !== 200) throw new Error(text)
}
await change(chair._id, { placeId: mumbai.room, location: 'mumbai' })
await change(chair._id, { assetState: 'Not-Working', assignedUser: 'Ravi' })
await change(lamp._id, { assetState: 'Not-Working' })

type Rows = { rows: Record<string, unknown>[] }
const ask = async (name: keyof typeof reports, query = {}, as: Person = admin) =>
  ((await call(as, reports[name] as Endpoint, { query })).body as unknown as Rows).rows

test('as of a day everything is where it was, in the state and with whom it was', async () => {
  const lastWeek = await ask('asOf', { day: dayOf(-7) })
  expect(lastWeek).toMatchObject([
    {
      id: chair._id,
      assetName: 'Oak Chair',
      assetState: 'Working',
      assignedUser: 'Asha Rao',
      place: `Indore > ${chair.mm} > ${chair.property} > ${chair.aou} > ${chair.room}`,
    },
    { id: lamp._id, assetState: 'Working', assignedUser: null },
  ])
  const today = await ask('asOf', {})
  expect(today).toMatchObject([
    {
      id: chair._id,
      assetState: 'Not-Working',
      assignedUser: 'Ravi',
      place: expect.stringContaining('Mumbai'),
    },
    { id: lamp._id, assetState: 'Not-Working' },
  ])
  expect(await ask('asOf', { day: dayOf(-30) })).toEqual([])
  expect(await ask('asOf', { day: dayOf(-7), placeId: indore.property })).toHaveLength(2)
})

test('as of a day somebody sees what was in their places then', async () => {
  const [then, now] = [await ask('asOf', { day: dayOf(-7) }, beside), await ask('asOf', {}, beside)]
  expect([then.map(({ id }) => id), now]).toEqual([[chair._id], []])
  expect(await ask('asOf', { day: dayOf(-7) }, keeper)).toHaveLength(1)
})

test('what changed says what, from what to what and by whom', async () => {
  const rows = await ask('changes', { from: dayOf(-1) })
  expect(rows.map(({ assetId, changed }) => [assetId, changed])).toEqual([
    [lamp._id, 'state'],
    [chair._id, 'state holder'],
    [chair._id, 'place'],
  ])
  expect(rows[1]).toMatchObject({
    ...{ stateBefore: 'Working', stateAfter: 'Not-Working', holderBefore: 'Asha Rao', holderAfter: 'Ravi' },
    ...{ by: 'Stock Keeper', assetTagId: chair.assetTagId },
  })
  expect(await ask('changes', { from: dayOf(-3), to: dayOf(-2) })).toEqual([])
  expect(await ask('changes', { from: dayOf(0), placeId: mumbai.room })).toHaveLength(2)
})

test('a movement names only places within scope', async () => {
  expect(await ask('movements')).toMatchObject([
    { assetId: chair._id, placeAfter: expect.stringContaining('Mumbai') },
  ])
  const [left] = await ask('movements', {}, beside)
  expect(left).toMatchObject({ assetId: chair._id, placeAfter: null, assetName: 'Oak Chair' })
  expect(left?.placeBefore).toContain(chair.room)
  expect(await ask('changes', { from: dayOf(-1) }, beside)).toMatchObject([
    { changed: 'place', stateAfter: null, holderAfter: null, stateBefore: 'Working' },
  ])
})

test('rentals stand in the order in which they end', async () => {
  const late = await stocked(t, { rentalStartDate: dayOf(-300), rentalPeriod: '12', vendor: 'Deccan' })
  const soon = await stocked(t, { rentalStartDate: dayOf(-340), rentalPeriod: '12', placeId: indore.room })
  await stocked(t, { rentalStartDate: dayOf(0), rentalPeriod: '12' })
  const rows = await ask('rentals')
  expect(rows.map(({ id }) => id)).toEqual([soon._id, late._id])
  expect(rows[1]).toMatchObject({ vendor: 'Deccan', rentalPeriod: '12', place: 'Indore' })
  expect(await ask('rentals', {}, keeper)).toMatchObject([{ id: soon._id }])
  expect(await ask('rentals', { from: dayOf(100), to: dayOf(400) })).toHaveLength(1)
})

test('states are counted place by place, bin included, within scope', async () => {
  const rooms = await ask('stateByPlace', { level: 'room' }, keeper)
  expect(rooms).toMatchObject([
    { assetState: 'Working', assets: 1, deleted: 1, place: expect.stringContaining('Indore') },
    { assetState: 'Not-Working', assets: 1, deleted: 0, place: expect.stringContaining('Mumbai') },
  ])
  expect(await ask('stateByPlace', {}, keeper)).toEqual([])
  const cities = await ask('stateByPlace', { assetState: 'Not-Working' })
  expect(cities.map(({ place, assets: count }) => [place, count])).toEqual([
    ['Indore', 1],
    ['Mumbai', 1],
  ])
})

test('what lacks a tag or a picture is listed', async () => {
  await t.asOwner(`update assets set rfid_tag = null where id = '${lamp._id}'`)
  expect(await ask('incomplete')).toMatchObject([{ id: lamp._id, rfidTagId: null }])
  expect(await ask('incomplete', {}, keeper)).toEqual([])
  expect((await ask('incomplete', { lacks: 'picture' }, keeper)).map(({ id }) => id)).toContain(chair._id)
})

test('every report is refused without a session or the permission, and what makes no sense is', async () => {
  const other = await t.person({ role: 'User Management' })
  for (const [name, endpoint] of Object.entries(reports)) {
    const statuses = [await call(null, endpoint, {}), await call(other, endpoint, {})].map(
      ({ status }) => status,
    )
    const wrong = await call(admin, endpoint, { query: { sort: 'no-such', location: 'indore' } })
    const outside = await call(keeper, endpoint, { query: { location: 'pune' } })
    expect([name, ...statuses, wrong.status, outside.status]).toEqual([name, 401, 403, 400, 404])
  }
  for (const name of ['changes', 'movements', 'rentals'] as const)
    expect(
      (await call(admin, reports[name], { query: { from: '2026-03-02', to: '2026-03-01' } })).status,
    ).toBe(400)
})

test('the files of reports say what the screens do, and end at the scope', async () => {
  const moved = await rowsOf(t, beside, { list: 'report-movements' })
  expect(moved).toMatchObject([{ 'Asset Tag Id': chair.assetTagId, To: '', 'Moved By': 'Stock Keeper' }])
  const then = await rowsOf(t, admin, { list: 'report-as-of', filter: { day: dayOf(-7) } })
  expect(then).toMatchObject([
    { 'Asset Name': 'Oak Chair', 'Asset State': 'Working' },
    { 'Asset Name': 'Lamp' },
  ])
  expect(await rowsOf(t, keeper, { list: 'report-state-by-place', filter: { level: 'room' } })).toHaveLength(
    2,
  )
  expect(await rowsOf(t, keeper, { list: 'report-rentals' })).toHaveLength(1)
  expect(await rowsOf(t, admin, { list: 'report-incomplete', filter: { lacks: 'tag' } })).toHaveLength(1)
})

test('rentals and movements say where readers saw an asset last, in places within scope', async () => {
  const rented = { rentalStartDate: dayOf(-30), rentalPeriod: '1', placeId: indore.room }
  const [near, away, never] = [await stocked(t, rented), await stocked(t, rented), await stocked(t, rented)]
  await seenIn(t, near.rfidTag ?? '', indore.room)
  await seenIn(t, away.rfidTag ?? '', mumbai.room)
  await seenIn(t, chair.rfidTag ?? '', mumbai.room)
  const seen = async (as: Person, { _id }: { _id: string }) => {
    const row = (await ask('rentals', { from: dayOf(-10), to: dayOf(10) }, as)).find(({ id }) => id === _id)
    return [row?.lastSeenPlace, typeof row?.lastSeenAt]
  }
  expect(await seen(admin, near)).toEqual([expect.stringContaining(near.room ?? ''), 'string'])
  expect(await seen(admin, away)).toEqual([expect.stringContaining('Mumbai'), 'string'])
  expect(await seen(admin, never)).toEqual([null, 'object'])
  expect([await seen(beside, near), await seen(beside, away)]).toEqual([
    [expect.stringContaining(near.room ?? ''), 'string'],
    [null, 'string'],
  ])
  expect(await ask('movements')).toMatchObject([{ lastSeenPlace: expect.stringContaining('Mumbai') }])
  expect(await ask('movements', {}, beside)).toMatchObject([{ lastSeenPlace: null, lastSeenAt: null }])
  const [filed] = await rowsOf(t, admin, {
    list: 'report-movements',
    columns: ['assetTagId', 'lastSeenPlace'],
  })
  expect(filed).toMatchObject({ 'Last Seen In': expect.stringContaining('Mumbai') })
})
