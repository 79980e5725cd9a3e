import { inventories } from '@ats/contract/inventories/inventories.ts'
import { reports } from '@ats/contract/reports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { rowsOf } from '#test/exports.ts'
import { countingIn, planned, step, sweep } from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { seenIn } from '#test/readers.ts'
import { administratorOf, binned, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const other = await placed(t, 'room', indore.aou)
const pune = await siteIn(t, 'Pune')
const keeper = await t.person({ role: 'User', city: 'Pune' })
await givePlaces(t, keeper, [indore.room])

const stock = (assetName: string, placeId = indore.room) => stocked(t, { assetName, placeId })
const [never, today, longAgo, counted, cancelled, elsewhere] = [
  await stock('Never'),
  await stock('Today'),
  await stock('Long ago'),
  await stock('Counted'),
  await stock('Cancelled'),
  await stock('Elsewhere', other),
]
const inPune = await stocked(t, { assetName: 'In Pune', location: 'pune', placeId: pune.room })
await binned(t, { assetName: 'Binned', placeId: indore.room })
const tagless = await stock('Tagless')
await t.asOwner(`update assets set rfid_tag = null where id = '${tagless._id}'`)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
type Tagged = { rfidTag: string | null }
const tagOf = ({ rfidTag }: Tagged) => rfidTag ?? ''

async function readBy(asset: Tagged, placeId: string, days: number) {
  await seenIn(t, tagOf(asset), placeId)
  await sql`update last_seen set seen_at = ${daysAgo(days)} where tag = ${tagOf(asset)}`.execute(t.db)
}

async function countedIn(placeId: string, asset: Tagged, days: number) {
  const { id } = await countingIn(t, { placeId })
  const { status, text } = await sweep(t, admin, id, {
    placeId,
    reads: [{ tag: tagOf(asset), at: daysAgo(days) }],
  })
  if (status !== 200) throw new Error(text)
  return id
}

const cancel = (id: string) =>
  call(admin, inventories.cancel, { params: { id }, body: { reason: 'Another day' } })

await readBy(today, indore.room, 0)
await readBy(longAgo, other, 100)
await cancel(await countedIn(indore.room, cancelled, 1))
await countedIn(indore.room, counted, 40)

const ask = async (query: Record<string, string> = {}, as: Person = admin) => {
  const answer = await call(as, reports.notSeen, { query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const namesOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).rows.map(({ assetName }) => assetName)

test('tagged assets are listed, oldest first, that neither a reader nor an inventory saw for so long', async () => {
  const { rows, total } = await ask()
  expect(rows.map(({ id }) => id)).toEqual([
    ...[never, longAgo, cancelled, elsewhere, inPune].map(({ _id }) => _id),
  ])
  expect(total).toBe(5)
  expect(rows[0]).toMatchObject({ lastSeenAt: null, lastSeenPlace: null, lastSeenBy: 'never' })
  expect(rows[1]).toMatchObject({ lastSeenBy: 'reader', lastSeenPlace: expect.stringContaining('Indore > ') })
  expect(Date.parse(rows[1]?.lastSeenAt ?? '')).toBeLessThan(Date.now() - 99 * 86_400_000)
})

test('the days decide who is listed, and what was seen last counts', async () => {
  expect(await namesOf({ days: '120' })).toEqual(['Never', 'Cancelled', 'Elsewhere', 'In Pune'])
  const { rows } = await ask({ days: '30', placeId: indore.room })
  expect(rows.map(({ assetName, lastSeenBy }) => [assetName, lastSeenBy])).toEqual([
    ['Never', 'never'],
    ['Long ago', 'reader'],
    ['Counted', 'inventory'],
    ['Cancelled', 'never'],
  ])
  await readBy(counted, other, 35)
  const [, , later] = (await ask({ days: '30', placeId: indore.room })).rows
  expect(later).toMatchObject({ assetName: 'Counted', lastSeenBy: 'reader' })
})

test('the scope ends the report, and names only places within it', async () => {
  const { rows } = await ask({}, keeper)
  expect(rows.map(({ assetName }) => assetName)).toEqual(['Never', 'Long ago', 'Cancelled'])
  expect(rows[1]).toMatchObject({ lastSeenBy: 'reader', lastSeenPlace: null })
  expect((await call(keeper, reports.notSeen, { query: { placeId: other } })).status).toBe(400)
  expect((await call(keeper, reports.notSeen, { query: { location: 'mumbai' } })).status).toBe(404)
  expect(await namesOf({ location: 'pune' })).toEqual(['In Pune'])
})

test('pages follow one another, and the file says the same', async () => {
  const first = await ask({ size: '3' })
  const second = await ask({ size: '3', cursor: first.next ?? '' })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual((await ask()).rows.map(({ id }) => id))
  const file = await rowsOf(t, keeper, { list: 'report-not-seen', filter: { days: '120' } })
  expect(file).toMatchObject([
    { 'Asset Name': 'Never', 'Last Seen': '', 'Last Seen By': 'never' },
    { 'Asset Name': 'Cancelled' },
  ])
})

test('whoever counts blind learns from the report what was found only once it is approved', async () => {
  const placeId = await placed(t, 'room', indore.aou)
  const asset = await stock('Counted blind', placeId)
  const blind = await t.person({ role: 'User', city: 'Indore' })
  const id = await planned(t, { placeId, blind: true, people: [blind.id] })
  await step(t, id, 'start')
  await sweep(t, blind, id, { placeId, reads: [{ tag: tagOf(asset), at: daysAgo(0) }] })
  // During counting, the room's assets are hidden from its blind counter; under review only what was found is.
  expect([await namesOf({ placeId }), await namesOf({ placeId }, blind)]).toEqual([[], []])
  await step(t, id, 'review')
  expect(await namesOf({ placeId }, blind)).toEqual(['Counted blind'])
  await step(t, id, 'approve')
  expect(await namesOf({ placeId }, blind)).toEqual([])
})

test('nobody without a session or the permission, and no days out of bounds', async () => {
  const without = await t.person({ role: 'User Management' })
  expect((await call(null, reports.notSeen)).status).toBe(401)
  expect((await call(without, reports.notSeen)).status).toBe(403)
  for (const days of ['0', '-1', '3651', '1.5', 'many', ''])
    expect((await call(admin, reports.notSeen, { query: { days } })).status, days).toBe(400)
  expect((await ask({ days: '3650' })).rows).not.toEqual([])
})
