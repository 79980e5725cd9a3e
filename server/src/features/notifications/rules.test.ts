import { randomUUID } from 'node:crypto'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { imports } from '@ats/contract/imports.ts'
import type { Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { record } from '#kernel/ledger/events.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { asked, opened, ticketFor } from '#test/exports.ts'
import { manyAssets } from '#test/many-assets.ts'
import { stateChange, toldTo } from '#test/news.ts'
import { administratorOf, freshTag, siteIn, stocked } from '#test/stock.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'
import { noteEndingRentals } from './rentals.ts'

const t = await testApp()
const never = new AbortController().signal
await beginNotifying(t.db)
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const other = await siteIn(t, 'Indore')

const people = {
  admin,
  home: await t.person({ city: 'Indore' }),
  homeElsewhere: await t.person({ city: 'Mumbai' }),
  subUser: await t.person({ role: 'Sub User', city: 'Indore' }),
  userManager: await t.person({ role: 'User Management', city: 'Indore' }),
  userManagerElsewhere: await t.person({ role: 'User Management', city: 'Mumbai' }),
  room: await givenTo('Mumbai', site.room),
  aou: await givenTo('Mumbai', site.aou),
  property: await givenTo('Mumbai', site.property),
  mm: await givenTo('Mumbai', site.mm),
  cityGiven: await givenTo('Mumbai', site.city),
  sibling: await givenTo('Indore', other.mm),
  asker: await t.person({ city: 'Indore', name: 'Asha' }),
  disabled: await t.person({ city: 'Indore' }),
  deleted: await t.person({ city: 'Indore' }),
}
type Who = keyof typeof people
await sql`update users set status = 'disabled' where id = ${people.disabled.id}`.execute(t.db)
await sql`update users set deleted_at = now() where id = ${people.deleted.id}`.execute(t.db)

async function givenTo(city: string, ...places: string[]) {
  const person = await t.person({ city })
  await t.db
    .insertInto('user_places')
    .values(places.map((place_id) => ({ user_id: person.id, place_id })))
    .execute()
  return person
}

beforeEach(async () => {
  await writeNotifications(t)
  await t.db.deleteFrom('notifications').execute()
})

/** Who was notified, by their names here. */
async function heard(rule: NotificationRule) {
  await writeNotifications(t)
  const rows = await t.db.selectFrom('notifications').select('user_id').where('rule', '=', rule).execute()
  const ids = new Set(rows.map(({ user_id }) => user_id))
  expect(rows).toHaveLength(ids.size)
  return (Object.keys(people) as Who[]).filter((who) => ids.has(people[who].id))
}

const onlyOneOf = async (person: Person): Promise<Notification | undefined> => {
  const told = await toldTo(t, person)
  expect(told).toHaveLength(1)
  return told[0]
}

test('a request is heard of by those who manage assets where the asset is, but for whoever asks', async () => {
  const { id, asset } = await stateChange(t, people.asker, { placeId: site.room })
  expect(await heard('state-change-requested')).toEqual([
    ...['admin', 'home', 'subUser', 'room', 'aou', 'property', 'mm', 'cityGiven'],
  ])
  expect(await onlyOneOf(people.home)).toMatchObject({
    rule: 'state-change-requested',
    action: 'state-change.requested',
    user: 'Asha',
    count: 1,
    subject: `Chair ${asset.assetTagId}`,
    detail: 'It broke',
    recordKind: 'state-change',
    recordId: id,
    read: false,
  })
})

test('a request high up in the tree is not heard of below', async () => {
  await stateChange(t, people.asker, { placeId: site.mm })
  expect(await heard('state-change-requested')).toEqual(['admin', 'home', 'subUser', 'mm', 'cityGiven'])
})

test.each(['accepted', 'denied', 'stale'] as const)(
  'that a request was %s is heard of by whoever asked, alone',
  async (end) => {
    const change = await stateChange(t, people.asker, { placeId: site.room })
    await change.end(end === 'stale' ? null : people.home, end, 'Not yet')
    expect(await heard('state-change-decided')).toEqual(['asker'])
    expect(await onlyOneOf(people.asker)).toMatchObject({
      action: `state-change.${end}`,
      user: end === 'stale' ? null : 'Test Person',
      detail: end === 'denied' ? 'Not yet' : null,
    })
  },
)

test('who ends their own request is not told of it', async () => {
  const change = await stateChange(t, people.asker, { placeId: site.room })
  await change.end(people.asker, 'stale')
  expect(await heard('state-change-decided')).toEqual([])
})

test('a request that the trigger outdates is heard of, too', async () => {
  const { asset } = await stateChange(t, people.asker, { placeId: site.room })
  await sql`update assets set state_id = (select id from asset_states where name = 'UP') where id = ${asset._id}`.execute(
    t.db,
  )
  expect(await heard('state-change-decided')).toEqual(['asker'])
})

test('an import is heard of by its owner, when it is checked and when it is done', async () => {
  const file = Buffer.from(`RFID Tag,Asset Name,City\n${freshTag()},Desk,Indore\n`)
  const query = { fileName: 'desks.csv' }
  const { _id: id } = (await t.call(people.home, imports.upload, { query, file })).body.import
  await jobHandlers(t).imports(id, never)
  expect(await heard('import-finished')).toEqual(['home'])
  await t.call(people.home, imports.apply, { params: { id } })
  await jobHandlers(t).imports(id, never)
  await writeNotifications(t)
  expect(await toldTo(t, people.home)).toMatchObject([
    { action: 'import.finished', subject: 'desks.csv', recordId: id },
    { action: 'import.checked', subject: 'desks.csv', recordId: id, count: 1 },
  ])
})

test('an import that fails is heard of with the reason', async () => {
  const input = { query: { fileName: 'odd.csv' }, file: Buffer.from('a\nb\n') }
  const { _id: id } = (await t.call(people.home, imports.upload, input)).body.import
  await sql`update imports set tries = 20 where id = ${id}`.execute(t.db)
  await jobHandlers(t).imports(id, never)
  expect(await heard('import-finished')).toEqual(['home'])
  expect(await onlyOneOf(people.home)).toMatchObject({
    action: 'import.failed',
    subject: 'odd.csv',
    detail: expect.stringContaining('failed several times'),
    reason: { code: 'job-failed-often' },
  })
})

test('an Excel export is heard of by its owner, a CSV by nobody', async () => {
  const csv = (await asked(t, people.home, { list: 'brand' })).body.export.id
  await opened(t, await ticketFor(t, people.home, csv), people.home.cookie)
  const { id } = (await asked(t, people.subUser, { list: 'assets', format: 'xlsx' })).body.export
  await jobHandlers(t).exports(id, never)
  expect(await heard('export-finished')).toEqual(['subUser'])
  expect(await onlyOneOf(people.subUser)).toMatchObject({
    action: 'export.finished',
    subject: 'assets',
    recordId: id,
  })
})

test('work on many assets is heard of by its owner, when it is done and when it failed', async () => {
  const ids = await manyAssets(t, 1001, site.room)
  const body = { ids, action: 'delete', reason: 'Sold' }
  const run = jobHandlers(t).bulk
  const first = (await t.call(people.home, assetBulk.change, { body })).body.job?._id ?? ''
  await run(first, never)
  expect(await heard('bulk-job-finished')).toEqual(['home'])
  const second = (await t.call(people.home, assetBulk.change, { body })).body.job?._id ?? ''
  await sql`update bulk_jobs set tries = 20 where id = ${second}`.execute(t.db)
  await run(second, never)
  await writeNotifications(t)
  const work = { rule: 'bulk-job-finished', subject: 'delete-assets' }
  expect(await toldTo(t, people.home)).toMatchObject([
    {
      ...work,
      action: 'bulk-job.failed',
      detail: expect.stringContaining('failed several times'),
      recordId: second,
    },
    { ...work, action: 'bulk-job.finished', detail: 'Sold', recordId: first },
  ])
})

test('an Excel export that cannot be written is heard of, too', async () => {
  const someone = await t.person()
  const { id } = (await asked(t, someone, { list: 'assets', format: 'xlsx' })).body.export
  await sql`update users set role_id = (select id from roles where name = 'User Management')
    where id = ${someone.id}`.execute(t.db)
  await jobHandlers(t).exports(id, never)
  await writeNotifications(t)
  expect(await onlyOneOf(someone)).toMatchObject({
    action: 'export.failed',
    detail: 'You are not authorized to access this resource.',
    reason: { code: 'forbidden' },
  })
})

test('a request for access is heard of by those who manage the users of the city that it names', async () => {
  const asked = { name: 'Ishaan Bose', email: `${randomUUID()}@example.com`, password: 'Silver-Thimble-58' }
  const body = { ...asked, location: 'Indore' }
  await t.call(null, accessRequests.create, { body })
  expect(await heard('access-requested')).toEqual(['admin', 'userManager'])
  expect(await onlyOneOf(people.userManager)).toMatchObject({
    user: null,
    subject: 'Ishaan Bose',
    detail: body.email,
  })
})

test('a request for access without a city is heard of by those who see every place', async () => {
  const body = { name: 'Ishaan Bose', email: `${randomUUID()}@example.com`, password: 'Silver-Thimble-58' }
  await t.call(null, accessRequests.create, { body })
  expect(await heard('access-requested')).toEqual(['admin'])
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An asset that goes back in this many days. */
async function rented(days: number, placeId = site.room) {
  const asset = await stocked(t, { placeId, vendor: 'Rent & Co' })
  await sql`update assets set rental_start = (${inDays(days)}::date - interval '1 month')::date, rental_months = 1
    where id = ${asset._id}`.execute(t.db)
  const { rows } = await sql<{
    ends: string
  }>`select (rental_start + make_interval(months => rental_months))::date as ends
    from assets where id = ${asset._id}`.execute(t.db)
  return { ...asset, ends: rows[0]?.ends }
}

test('a rental that ends is heard of once, within a month before, by those who manage assets there', async () => {
  const asset = await rented(20)
  await rented(-3)
  await rented(60)
  await noteEndingRentals(t.db, t.config.timeZone)
  expect(await heard('rental-ending')).toEqual([
    ...['admin', 'home', 'subUser', 'room', 'aou', 'property', 'mm', 'cityGiven', 'asker'],
  ])
  expect(await onlyOneOf(people.room)).toMatchObject({
    action: 'asset.rental-ending',
    user: null,
    subject: `Chair ${asset.assetTagId}`,
    detail: asset.ends,
    recordId: asset._id,
  })
  await t.db.deleteFrom('notifications').execute()
  await Promise.all([noteEndingRentals(t.db, t.config.timeZone), noteEndingRentals(t.db, t.config.timeZone)])
  expect(await heard('rental-ending')).toEqual([])
  await sql`update assets set rental_start = rental_start + 5 where id = ${asset._id}`.execute(t.db)
  await Promise.all([noteEndingRentals(t.db, t.config.timeZone), noteEndingRentals(t.db, t.config.timeZone)])
  expect(await heard('rental-ending')).toContain('room')
  expect(await onlyOneOf(people.room)).toMatchObject({ count: 1 })
})

test('many rentals that end are told of in one, each person of those they may see', async () => {
  await rented(10)
  await rented(11)
  await rented(12, other.room)
  await noteEndingRentals(t.db, t.config.timeZone)
  await writeNotifications(t)
  expect(await onlyOneOf(people.home)).toMatchObject({ count: 3, subject: null, detail: null })
  expect(await onlyOneOf(people.room)).toMatchObject({ count: 2 })
  expect(await onlyOneOf(people.sibling)).toMatchObject({ count: 1 })
})

test('whatever else is written in the ledger is no news to anybody', async () => {
  await stocked(t)
  await record(
    t.db,
    { id: null, requestId: 'x' },
    { action: 'state-change.undone', kind: 'state-change', id: randomUUID() },
  )
  expect(await writeNotifications(t)).toBe(0)
})

/** At any moment, one of these zones has another date than UTC. */
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('rentals end by the days of %s', async (zone) => {
  const day = sql`(now() at time zone ${zone})::date`
  const noted = async (later: number) => {
    const { _id } = await stocked(t, { placeId: site.room })
    await sql`update assets set rental_months = 48, rental_start = (${day} + ${later}::int - interval '48 months')::date
      where id = ${_id}`.execute(t.db)
    await noteEndingRentals(t.db, zone)
    const lines = t.db.selectFrom('events').select('id').where('record_id', '=', _id)
    return (await lines.where('action', '=', 'asset.rental-ending').execute()).length
  }
  expect([await noted(-1), await noted(0), await noted(30), await noted(31)]).toEqual([0, 1, 1, 0])
})
