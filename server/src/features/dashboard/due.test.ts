import { dashboard } from '@ats/contract/dashboard.ts'
import { reports } from '@ats/contract/reports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withinScope } from '#kernel/scope.ts'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { actorOf } from '../identity/identity.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const mumbai = await siteIn(t, 'Mumbai')
const admin = await administratorOf(t)
const ofIndore = await t.person({ city: 'Indore' })
const watchers = [admin, ofIndore, people['a property'], people['two rooms in two cities']]

const overview = async (as: Person, query: Record<string, string> = {}) =>
  (await t.call(as, dashboard.overview, { query })).body

let made = 0
/** An approved inventory whose count started this many days ago. */
async function approved(placeId: string, daysAgo: number, total: number, found: number) {
  made += 1
  await sql`insert into inventories (readable_id, place_id, blind, status, created_by, place_names, started_at, started_on,
      total, found, by_hand, misplaced, outside, binned, unknown, weak, unresolved)
    select ${`INV-${made}`}, id, false, 'approved', ${admin.id}, array[name], now(), current_date - ${daysAgo}::int,
      ${total}, ${found}, 0, 1, 2, 1, 1, 0, 0 from places where id = ${placeId}`.execute(t.db)
}

const rooms = [indore.room, pune.room, mumbai.room, indore.aou, indore.mm]
for (const [index, placeId] of rooms.entries())
  for (let turn = 0; turn <= index; turn += 1) {
    const { _id } = await stocked(t, {
      location: index === 1 ? 'pune' : index === 2 ? 'mumbai' : 'indore',
      placeId,
    })
    await sql`update assets set rental_start = current_date - 340 - ${turn * 9}::int, rental_months = 12
      where id = ${_id}`.execute(t.db)
  }
await approved(indore.aou, 20, 10, 8)
await approved(indore.room, 40, 4, 4)
await approved(pune.room, 3, 2, 1)
await approved(mumbai.room, 3, 5, 5)
await approved(indore.property, 400, 100, 1)

/** Counted from the rows themselves. */
async function countedBy(as: Person) {
  const actor = await actorOf(t.db, as.id, 'test')
  if (actor === undefined) throw new Error('nobody')
  const { rows } = await sql<
    Record<'approved' | 'expected' | 'found' | 'covered' | 'assets' | 'rentals', number>
  >`
    with mine as (select inventories.* from inventories join places on places.id = place_id
      where ${withinScope(actor, 'places')} and started_on > current_date - 366)
    select (select count(*)::int from mine) as approved, (select coalesce(sum(total), 0)::int from mine) as expected,
      (select coalesce(sum(found), 0)::int from mine) as found, count(*)::int as assets,
      count(*) filter (where exists (select from mine where mine.place_id
        in (assets.place_id, assets.aou_id, assets.property_id, assets.mm_id, assets.city_id)))::int as covered,
      count(*) filter (where (rental_start + interval '12 months')::date
        between current_date and current_date + 30)::int as rentals
    from assets where deleted_at is null and ${withinScope(actor, 'assets')}`.execute(t.db)
  return rows[0]
}

test.each(watchers.map((as, index) => [index, as] as const))(
  'coverage, accuracy and rentals are what the rows say, for person %i',
  async (_, as) => {
    const { inventories, rentals } = await overview(as)
    const { rentals: ending, ...counted } = (await countedBy(as)) ?? { rentals: 0 }
    expect(inventories).toEqual({ ...counted, from: inventories?.from })
    expect([rentals?.count, rentals?.isExact]).toEqual([ending, true])
    const listed = await t.call(as, reports.rentals, {
      query: { from: rentals?.from ?? '', to: rentals?.to ?? '' },
    })
    expect(listed.body.total).toBe(ending)
    const report = await t.call(as, reports.inventoryAccuracy, { query: { from: inventories?.from ?? '' } })
    expect(report.body.total).toBe(inventories?.approved)
    const sum = (name: 'total' | 'found') => report.body.rows.reduce((all, row) => all + row[name], 0)
    expect([sum('total'), sum('found')]).toEqual([inventories?.expected, inventories?.found])
  },
)

test('a city narrows them, and the report says how exact each inventory was', async () => {
  const { inventories } = await overview(admin, { location: 'pune' })
  expect(inventories).toMatchObject({ approved: 1, expected: 2, found: 1, covered: 2, assets: 2 })
  const { rows } = (await t.call(admin, reports.inventoryAccuracy, { query: { location: 'indore' } })).body
  expect(rows).toMatchObject([
    { total: 10, found: 8, notFound: 2, misplaced: 1, access: 4, accuracy: 80 },
    { total: 4, found: 4, accuracy: 100 },
  ])
  const all = await t.call(admin, reports.inventoryAccuracy, {
    query: { from: '2000-01-01', location: 'indore' },
  })
  expect(all.body.rows.at(-1)).toMatchObject({ accuracy: 1 })
})

test('inventories past their due date that nobody counted are overdue, within scope', async () => {
  const planned = (placeId: string, daysAgo: number) =>
    sql`insert into inventories (readable_id, place_id, blind, created_by, due_on)
      select ${`DUE-${placeId.slice(-6)}-${daysAgo}`}, id, false, ${admin.id}, current_date - ${daysAgo}::int
      from places where id = ${placeId}`.execute(t.db)
  await planned(indore.room, 4)
  await planned(indore.room, -4)
  await planned(mumbai.room, 9)
  const overdue = async (as: Person, query = {}) => (await overview(as, query)).overdue
  expect(await Promise.all(watchers.map((as) => overdue(as)))).toEqual([2, 1, 1, 1])
  expect(await overdue(admin, { location: 'mumbai' })).toBe(1)
})

test('days the wrong way round are refused', async () => {
  const query = { from: '2026-02-01', to: '2026-01-01' }
  expect((await t.call(admin, reports.inventoryAccuracy, { query })).status).toBe(400)
})
