import { exportLists, exports } from '@ats/contract/exports.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { asked, csvOf, opened, ticketFor } from '#test/exports.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { dayNames, filterLabels, periodText } from './about.ts'
import { sourceOf } from './sources.ts'

const zone = 'Asia/Kolkata'
const t = await testApp({ timeZone: zone, origin: 'https://assets.example.com' })
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const chair = await stocked(t, { placeId: site.room, rentalStartDate: '2026-02-28', rentalPeriod: '12' })
// 22:15 UTC on the last day of the year is 03:45 on the next day in India.
const registered = '2025-12-31T22:15:30.4Z'
await sql`update assets set registered_at = ${registered} where id = ${chair._id}`.execute(t.db)

type Wish = Parameters<typeof asked>[2]

async function bookOf(as: Person, wish: Wish) {
  const { body, text } = await asked(t, as, { ...wish, format: 'xlsx' })
  if (body.export === undefined) throw new Error(text)
  await jobHandlers(t).exports(body.export.id, new AbortController().signal)
  const { rawPayload } = await opened(t, await ticketFor(t, as, body.export.id), as.cookie)
  const { sheets } = await readXlsx(rawPayload, { readStyles: true })
  return { id: body.export.id, sheets, about: Object.fromEntries(sheets.at(-1)?.rows ?? []) }
}

test('a workbook says on its second sheet what it is, of when, for whom and with which filters', async () => {
  const filter = { placeId: site.room, state: 'working', search: chair.rfidTag ?? '' }
  const { id, sheets, about } = await bookOf(admin, { list: 'assets', filter })
  expect(sheets.map(({ name }) => name)).toEqual(['assets', 'About'])
  expect(sheets[0]?.rows).toHaveLength(2)
  const { rows } = await sql<{ path: string; name: string }>`select users.full_name as name,
    (select string_agg(above.name, ' > ' order by array_position(array['city', 'mm', 'property', 'aou', 'room'], above.kind))
      from places join places as above on above.id in
        (places.city_id, places.mm_id, places.property_id, places.aou_id, places.id)
      where places.id = ${site.room}) as path from users where id = ${admin.id}`.execute(t.db)
  expect(about).toEqual({
    'About This File': 'Assets',
    'As Of': 'The moment it was written',
    'Written At': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Kolkata\)$/),
    'Written For': `${rows[0]?.name}, ${admin.email}`,
    'Filter: Search': chair.rfidTag,
    'Filter: Place': rows[0]?.path,
    'Filter: Asset State': 'Working',
    Scope: 'All places',
    Rows: '1',
    'Time Zone': 'Asia/Kolkata (UTC+05:30 at that time). Times in this file are local times.',
    Installation: 'https://assets.example.com',
    'Export Id': id,
  })
})

test('times are real cells with the local time, days are days and figures are numbers', async () => {
  const columns = ['registeredAt', 'rentalStartDate', 'rentalPeriod']
  const filter = { search: chair.rfidTag ?? '' }
  const { sheets } = await bookOf(admin, { list: 'assets', columns, filter })
  expect(sheets[0]?.rows[1]).toEqual([new Date('2026-01-01T03:45:30Z'), new Date('2026-02-28'), 12])
  const csv = await csvOf(t, admin, { list: 'assets', columns, filter })
  expect(csv.split('\n')[1]).toBe('2026-01-01 03:45:30+05:30,2026-02-28,12')
})

test('a report of a day says which day, and one of days which days', async () => {
  const asOf = await bookOf(admin, { list: 'report-as-of', filter: { day: '2026-01-31' } })
  expect(asOf.about).toMatchObject({
    'About This File': 'Assets as of a Day',
    'As Of': 'The end of 2026-01-31',
  })
  const days = { from: '2026-01-01', to: '2026-03-31' }
  const changes = await bookOf(admin, { list: 'report-changes', filter: days })
  expect(changes.about).toMatchObject({ Period: 'From 2026-01-01 to 2026-03-31', Filters: 'None' })
  const usual = await bookOf(admin, { list: 'report-changes' })
  expect(usual.about).toMatchObject({ Period: 'The last 30 days before it was written' })
  const rentals = await bookOf(admin, { list: 'report-rentals', filter: { from: '2026-01-01' } })
  expect(rentals.about).toMatchObject({ Period: 'From 2026-01-01 to 90 days later' })
})

test('a day that is not over is the moment of writing', async () => {
  const { about } = await bookOf(admin, { list: 'report-as-of', filter: { day: '2999-12-31' } })
  expect(about['As Of']).toBe('The moment it was written')
})

test('days of the audit log are those of UTC, and the file says so', async () => {
  expect(periodText([{ name: 'to', value: '2026-01-31' }], { zone: 'UTC' })).toBe(
    'To 2026-01-31 (days in UTC)',
  )
  const before = await csvOf(t, admin, { list: 'audit', columns: ['id'], filter: { to: '2000-01-01' } })
  expect(before).toBe('ID\n')
})

test('a file of the audit log names the archive of the entries that it lacks', async () => {
  await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
    values ('events', 'events_2020_03', '2020-03-01Z', '2020-04-01Z', 1, 'events_2020_03.csv.zst', '')`)
  const missing =
    'Entries before 2020-04-01 are not in this file. They are archived; the last archive is events_2020_03.csv.zst.'
  expect((await bookOf(admin, { list: 'audit' })).about.Archived).toBe(missing)
  const earlier = await bookOf(admin, { list: 'audit', filter: { from: '2020-03-31' } })
  expect(earlier.about.Archived).toBe(missing)
  const later = await bookOf(admin, { list: 'audit', filter: { from: '2020-04-01' } })
  expect(later.about).not.toHaveProperty('Archived')
  expect((await bookOf(admin, { list: 'assets' })).about).not.toHaveProperty('Archived')
})

test('an inventory is named by its readable id, and a person by their name', async () => {
  const { body } = await t.call(admin, inventories.plan, {
    body: { placeId: site.property, name: 'Year end', people: [] },
  })
  const found = body.inventory ?? body
  const { about } = await bookOf(admin, { list: 'unknown-tags', filter: { inventoryId: found._id } })
  expect(about['Filter: Inventory']).toBe(found.inventoryId)
  const audit = await bookOf(admin, { list: 'audit', filter: { userId: admin.id } })
  expect(audit.about['Filter: Person']).toBe(admin.name)
})

test('somebody with a place is told which, and learns no name beyond it', async () => {
  const someone = await t.person({ city: 'Mumbai' })
  const { about } = await bookOf(someone, { list: 'assets', filter: { assignedUser: admin.id } })
  expect(about).toMatchObject({ Scope: 'Mumbai', 'Filter: Assigned User': admin.id })
})

test('an asset out of scope is not named by its id in a filter', async () => {
  const someone = await t.person({ city: 'Mumbai' })
  const filter = { recordId: chair._id }
  const named = JSON.stringify((await bookOf(admin, { list: 'audit', filter })).about)
  const hidden = JSON.stringify((await bookOf(someone, { list: 'audit', filter })).about)
  expect([named, hidden].map((about) => about.includes(chair.assetTagId))).toEqual([true, false])
})

test('the titles are bold, and columns are as wide as what they hold', async () => {
  const { sheets } = await bookOf(admin, { list: 'assets' })
  expect(sheets[0]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(sheets[1]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(sheets[0]?.columns?.every(({ width }) => (width ?? 0) >= 12)).toBe(true)
})

test('where exports are listed, each says what it was narrowed to', async () => {
  const filter = { location: 'indore', state: 'working', sort: 'rfidTag' }
  const { id } = (await asked(t, admin, { list: 'assets', filter })).body.export
  const { filters } = (await t.call(admin, exports.get, { params: { id } })).body
  expect(filters).toEqual([
    { name: 'location', value: 'Indore' },
    { name: 'state', value: 'Working' },
  ])
  const { exports: listed } = (await t.call(admin, exports.list)).body
  expect(listed.find((one) => one.id === id)?.filters).toEqual(filters)
})

const unnamed = ['sort', 'direction', 'around', 'cursor', 'size', 'page']
test.each(exportLists)('every part of a filter of %s has a label', (list) => {
  const names = Object.keys(sourceOf(list).filter.shape)
  const known = [...unnamed, ...dayNames, ...Object.keys(filterLabels)]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})
