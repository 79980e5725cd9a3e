import { assets } from '@ats/contract/assets/assets.ts'
import { type DashboardTrends, dashboard } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withinScope } from '#kernel/scope.ts'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { readerIn } from '#test/readers.ts'
import { stateChangeCalls } from '#test/state-changes.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { actorOf } from '../identity/identity.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const mumbai = await siteIn(t, 'Mumbai')
const admin = await administratorOf(t)
const other = await t.person({ role: 'Admin', city: 'Indore', name: 'Of Everything' })
const watchers = [admin, people['a property'], people['two rooms in two cities']]

async function trends(as: Person, query: Record<string, string> = {}): Promise<DashboardTrends> {
  const { status, text, body } = await t.call(as, dashboard.trends, { query })
  expect(status, text).toBe(200)
  return body
}

const zone = t.config.timeZone
/** The moment after a month, or now. */
const endOf = (to: string) => sql`least(now(), (${to}::date + 1)::timestamp at time zone ${zone})`
const beginOf = (from: string) => sql`(${from}::date)::timestamp at time zone ${zone}`

const rooms = [indore.room, pune.room, mumbai.room, indore.aou] as const
const cityOf = ['indore', 'pune', 'mumbai', 'indore']
const { ask, decide } = stateChangeCalls(t)

for (let step = 0; step < 32; step += 1) {
  const turn = step % rooms.length
  const asset = await stocked(t, { location: cityOf[turn], placeId: rooms[turn] })
  await sql`update assets set registered_at = now() - make_interval(days => ${step * 14}) where id = ${asset._id}`.execute(
    t.db,
  )
  if (step % 3 === 0) {
    const { body } = await ask(admin, [asset])
    const id = body.results[0]?._id ?? ''
    if (step % 2 === 0) await decide(other, [id], step % 4 === 0 ? 'accept' : 'deny')
    await sql`update state_changes set created_at = now() - make_interval(days => ${step * 11}, hours => 3 + ${step}::int),
      decided_at = case when decided_at is not null then now() - make_interval(days => ${step * 11}) end
      where id = ${id}`.execute(t.db)
  }
  if (step % 5 === 4) {
    await t.call(admin, assets.remove, { params: { id: asset._id } })
    await sql`update assets set deleted_at = now() - make_interval(days => ${step * 9}) where id = ${asset._id}`.execute(
      t.db,
    )
  }
}
let made = 0
for (const [placeId, daysAgo, total, found] of [
  [indore.aou, 20, 10, 8],
  [indore.room, 75, 4, 4],
  [pune.room, 75, 2, 1],
  [mumbai.room, 200, 5, 5],
  [mumbai.mm, 500, 7, 1],
] as const) {
  made += 1
  await sql`insert into inventories (readable_id, place_id, blind, status, created_by, place_names, started_at, started_on,
      total, found, by_hand, misplaced, outside, binned, unknown, weak, unresolved)
    select ${`INV-${made}`}, id, false, 'approved', ${admin.id}, array[name], now(), current_date - ${daysAgo}::int,
      ${total}, ${found}, 0, 0, 0, 0, 0, 0, 0 from places where id = ${placeId}`.execute(t.db)
}

async function one<Row>(query: ReturnType<typeof sql<Row>>) {
  const { rows } = await query.execute(t.db)
  return rows[0]
}

const scopeOf = async (as: Person) => {
  const actor = await actorOf(t.db, as.id, 'test')
  if (actor === undefined) throw new Error('nobody')
  return actor
}

test.each(watchers.map((as, index) => [index, as] as const))(
  'every figure is what the rows say, month by month, for person %i',
  async (_, as) => {
    const actor = await scopeOf(as)
    const shown = await trends(as)
    expect(shown.assets).toHaveLength(12)
    for (const { from, to, assets: count } of shown.assets ?? [])
      expect([to, count]).toEqual([
        to,
        (
          await one(sql<{
            count: number
          }>`select count(*)::int from assets where registered_at <= ${endOf(to)}
            and coalesce(deleted_at, 'infinity') > ${endOf(to)} and ${withinScope(actor, 'assets')} and ${from}::date <= ${to}::date`)
        )?.count,
      ])
    for (const { from, to, ...month } of shown.inventories ?? [])
      expect([to, month]).toEqual([
        to,
        await one(sql`with mine as (select inventories.* from inventories join places on places.id = place_id
            where ${withinScope(actor, 'places')})
          select count(*)::int as approved, coalesce(sum(total), 0)::int as expected, coalesce(sum(found), 0)::int as found,
            (select count(*)::int from assets where deleted_at is null and ${withinScope(actor, 'assets')} and exists (
              select from mine where started_on between ${to}::date - interval '1 year' and ${to}::date and mine.place_id
              in (assets.place_id, assets.aou_id, assets.property_id, assets.mm_id, assets.city_id))) as covered,
            (select count(*)::int from assets where deleted_at is null and ${withinScope(actor, 'assets')}) as assets
          from mine where started_on between ${from}::date and ${to}::date`),
      ])
    for (const { from, to, medianHours, ...month } of shown.requests?.months ?? []) {
      const inMonth = (column: string) =>
        sql`${sql.ref(column)} >= ${beginOf(from)} and ${sql.ref(column)} < ${endOf(to)}`
      const rows = sql`state_changes join assets on assets.id = asset_id where ${withinScope(actor, 'assets')}`
      const decided = sql`${rows} and status in ('accepted', 'denied') and ${inMonth('decided_at')}`
      const counted = await one(sql<{ hours: number[] } & Record<'opened' | 'decided', number>>`select
        (select count(*)::int from ${rows} and ${inMonth('state_changes.created_at')}) as opened,
        (select count(*)::int from ${decided}) as decided,
        (select coalesce(array_agg((extract(epoch from decided_at - created_at) / 3600)::float8), '{}') from (
          select decided_at, state_changes.created_at from ${decided}) as decisions) as hours`)
      expect(month).toEqual({ opened: counted?.opened, decided: counted?.decided })
      const hours = (counted?.hours ?? []).toSorted((a, b) => a - b)
      const middle = [hours[Math.floor((hours.length - 1) / 2)], hours[Math.ceil((hours.length - 1) / 2)]]
      if (hours.length === 0) expect(medianHours).toBeNull()
      else expect(medianHours).toBeCloseTo(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2, 0)
    }
    expect(shown.requests?.open).toBe(
      (
        await one(sql<{
          count: number
        }>`select count(*)::int from state_changes join assets on assets.id = asset_id
          where status = 'pending' and ${withinScope(actor, 'assets')}`)
      )?.count,
    )
  },
)

test('a city narrows all of it, and a city out of scope behaves as one that does not exist', async () => {
  const { assets: months, inventories, requests } = await trends(admin, { location: 'pune' })
  const live = (await t.call(admin, assets.list, { query: { location: 'pune' } })).body.total
  expect(months?.at(-1)?.assets).toBe(live)
  expect(inventories?.reduce((sum, { approved }) => sum + approved, 0)).toBe(1)
  expect(requests?.open).toBeLessThan((await trends(admin)).requests?.open ?? 0)
  const elsewhere = await t.call(people['an AoU'], dashboard.trends, { query: { location: 'mumbai' } })
  expect(elsewhere.status).toBe(404)
  expect((await t.call(admin, dashboard.trends, { query: { location: 'x'.repeat(300) } })).status).toBe(400)
  expect((await t.call(null, dashboard.trends)).status).toBe(401)
})

test('reads of the last 24 hours are counted for the readers in scope', async () => {
  expect((await trends(admin)).reads).toBeNull()
  const [here, there] = [await readerIn(t, indore.room), await readerIn(t, mumbai.room)]
  for (const [reader, placeId, hoursAgo] of [
    [here.id, indore.room, 0],
    [here.id, indore.room, 0],
    [here.id, indore.room, 30],
    [there.id, mumbai.room, 5],
  ] as const) {
    made += 1
    await sql`select make_tag_read_day((now() - make_interval(hours => ${hoursAgo}))::date)`.execute(t.db)
    await sql`insert into tag_reads (tag, read_at, reader_id, antenna, count, place_id, received_at)
      select ${`E2${made}`}, at, ${reader}, 1, 1, ${placeId}, at from (
        select date_trunc('hour', now()) - make_interval(hours => ${hoursAgo}) as at) as moment`.execute(t.db)
  }
  const reads = async (as: Person, query = {}) => (await trends(as, query)).reads?.map(({ reads }) => reads)
  const zeros = Array.from({ length: 24 }, () => 0)
  expect(await reads(admin)).toEqual(zeros.with(23, 2).with(18, 1))
  expect(await reads(people['a property'])).toEqual(zeros.with(23, 2))
  expect(await reads(admin, { location: 'mumbai' })).toEqual(zeros.with(18, 1))
  expect(await reads(admin, { location: 'pune' })).toBeUndefined()
})

test('each part needs its permission', async () => {
  const withOnly = async (permissions: string[]) => {
    const name = `Only this ${permissions.join()}`.trim()
    await t.db.insertInto('roles').values({ name, permissions }).execute()
    return trends(await t.person({ role: name, city: 'Indore' }))
  }
  expect(await withOnly([])).toEqual({ assets: null, inventories: null, requests: null, reads: null })
  expect(await withOnly(['reports'])).toMatchObject({ requests: null, reads: null })
  expect(await withOnly(['manage-asset'])).toMatchObject({ inventories: null })
})
