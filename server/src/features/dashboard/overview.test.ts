import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { audit } from '@ats/contract/audit.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withinScope } from '#kernel/scope.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { stateChangeCalls } from '#test/state-changes.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { actorOf } from '../identity/identity.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const mumbai = await siteIn(t, 'Mumbai')
const admin = await administratorOf(t)
const cityPerson = await t.person({ role: 'Admin', city: 'Indore', name: 'Of Everything' })

const overview = async (as: Person, location?: string) => {
  const answer = await t.call(as, dashboard.overview, location === undefined ? {} : { query: { location } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Counted from the rows themselves, without the product's counters. */
async function countedBy(as: Person) {
  const actor = await actorOf(t.db, as.id, 'test')
  if (actor === undefined) throw new Error('nobody')
  const { rows: states } = await sql<{ state: string; assets: number }>`
    select asset_states.name as state, count(*)::int as assets from assets
    join asset_states on asset_states.id = assets.state_id
    where deleted_at is null and ${withinScope(actor, 'assets')}
    group by 1 order by 2 desc, 1`.execute(t.db)
  const { rows: waiting } = await sql<{ count: number }>`
    select count(*)::int from state_changes join assets on assets.id = asset_id
    where status = 'pending' and state_changes.created_by <> ${as.id} and ${withinScope(actor, 'assets')}`.execute(
    t.db,
  )
  return { states, waiting: waiting[0]?.count }
}

async function expectTrue(as: Person) {
  const [shown, counted] = [await overview(as), await countedBy(as)]
  expect(shown.states).toEqual(counted.states)
  const total = counted.states.reduce((sum, { assets }) => sum + assets, 0)
  const { rows = [], others = 0 } = shown.places ?? {}
  expect(rows.reduce((sum, { assets }) => sum + assets, others)).toBe(total)
  expect(shown.waiting.find(({ what }) => what === 'state-changes')?.count).toBe(counted.waiting)
}

const watchers = [cityPerson, people['a property'], people['two rooms in two cities']]
const sites = [
  { location: 'indore', places: [indore.mm, indore.property, indore.aou, indore.room] },
  { location: 'pune', places: [pune.property, pune.room] },
  { location: 'mumbai', places: [mumbai.mm, mumbai.room] },
]
const oneOf = <T>(some: readonly T[], at: number) => some[at % some.length] as T

test('every number is what the rows say, while assets are registered, moved, asked for, deleted and restored', {
  timeout: 180_000,
}, async () => {
  const { ask } = stateChangeCalls(t)
  const made: { _id: string }[] = []
  for (let step = 0; step < 120; step++) {
    const { location, places } = oneOf(sites, step)
    const placeId = oneOf(places, step * 7)
    const asset = oneOf(made, step * 13)
    const kind = made.length < 6 ? 0 : step % 6
    if (kind <= 1)
      made.push(await stocked(t, { location, placeId, assetState: oneOf(['Working', 'Not-Working'], step) }))
    else if (kind === 2)
      await t.call(admin, assets.update, { params: { id: asset._id }, body: { location, placeId } })
    else if (kind === 3) await ask(oneOf([admin, cityPerson], step), [asset as never])
    else if (kind === 4) await t.call(admin, assets.remove, { params: { id: asset._id } })
    else await t.call(admin, assetBin.restore, { body: { ids: [asset._id] } })
    if (step % 10 === 9) for (const watcher of watchers) await expectTrue(watcher)
  }
})

test('whoever sees one place is shown what is in it, everyone else the topmost places', async () => {
  await stocked(t, { location: 'indore', placeId: indore.room })
  await stocked(t, { location: 'pune', placeId: pune.room })
  const ofProperty = await overview(people['a property'])
  expect(ofProperty.places?.rows.map(({ kind }) => kind)).toEqual(['aou'])
  const ofRooms = await overview(people['two rooms in two cities'])
  expect(ofRooms.places?.rows.map(({ _id }) => _id).toSorted()).toEqual([indore.room, pune.room].toSorted())
  const inMumbai = await overview(admin, 'mumbai')
  expect(inMumbai.places?.rows.map(({ _id }) => _id)).toEqual([mumbai.mm])
})

test('where all assets are in the one place itself and none in its parts, the place is shown', async () => {
  const site = await siteIn(t, 'Delhi')
  await stocked(t, { location: 'delhi', placeId: site.property })
  const keeper = await t.person({ role: 'User', city: 'Delhi' })
  await givePlaces(t, keeper, [site.property])
  expect((await overview(keeper)).places).toMatchObject({
    rows: [{ _id: site.property, assets: 1 }],
    others: 0,
  })
})

test('the latest is told as far as the person may know of it', async () => {
  const here = await stocked(t, { location: 'indore', placeId: indore.room })
  const there = await stocked(t, { location: 'mumbai', placeId: mumbai.room })
  const told = async (as: Person, location?: string) =>
    (await overview(as, location)).activity.map(({ recordId }) => recordId)
  expect((await told(admin))[0]).toBe(there._id)
  expect((await told(admin, 'indore'))[0]).toBe(here._id)
  const limited = await told(people['two rooms in two cities'])
  expect(limited).toContain(here._id)
  expect(limited).not.toContain(there._id)
})

test('entries of the same action by the same person on the same day are one, with a number for the audit log', async () => {
  const clerk = await t.person({ role: 'Admin', city: 'Indore', name: 'Busy' })
  for (let made = 0; made < 3; made += 1)
    await stocked(t, { location: 'indore', placeId: indore.room }, clerk)
  const [first, ...others] = (await overview(admin)).activity
  expect(first).toMatchObject({ action: 'asset.registered', userId: clerk.id, count: 3, countIsExact: true })
  expect(others.filter(({ userId }) => userId === clerk.id)).toEqual([])
  const { action, userId, day } = first ?? {}
  const query = { action: action ?? '', userId: userId ?? '', from: day ?? '', to: day ?? '' }
  const { status, body, text } = await t.call(admin, audit.list, { query })
  expect(status, text).toBe(200)
  expect(body.total).toBe(3)
})

test('someone without permissions is told nothing of assets', async () => {
  await t.db.insertInto('roles').values({ name: 'Nothing', permissions: [] }).execute()
  const nobody = await t.person({ role: 'Nothing', city: 'Indore' })
  const { activity, ...rest } = await overview(nobody)
  const nothing = {
    states: null,
    places: null,
    inventories: null,
    overdue: null,
    rentals: null,
    readers: null,
  }
  expect(rest).toEqual({ waiting: [], ...nothing })
  expect(activity.filter(({ recordKind }) => recordKind !== 'place')).toEqual([])
})

test('a city out of scope behaves as one that does not exist', async () => {
  const answer = await t.call(people['an AoU'], dashboard.overview, { query: { location: 'mumbai' } })
  expect(answer.status).toBe(404)
})
