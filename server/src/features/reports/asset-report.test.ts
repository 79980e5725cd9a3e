import { reportColumns, reports } from '@ats/contract/reports.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { csvOf } from '#test/exports.ts'
import { givePlaces } from '#test/limited-people.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp({ timeZone: 'Asia/Kolkata' })
const { call } = t
const admin = await administratorOf(t)
const clerk = await t.person({ role: 'User', city: 'Indore', name: 'Ravi' })
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const chair = await stocked(t, {
  assetName: 'Oak Chair',
  rfidTag: 'E2801160600000000000AA01',
  placeId: indore.room,
  brand: 'Godrej',
  model: 'Interio',
  serialNo: 'SER-77',
  vendor: 'Rentals Ltd',
  rentalStartDate: '2026-01-15',
  rentalPeriod: '18',
})
const lamp = await stocked(t, {
  assetName: 'Lamp',
  placeId: indore.property,
  rfidTag: 'E2801160600000000000AA02',
})
const sofa = await stocked(t, {
  assetName: 'Sofa',
  assetState: 'Not-Working',
  location: 'mumbai',
  placeId: mumbai.aou,
})
const registered = (id: string, at: string) =>
  t.asOwner(`update assets set registered_at = '${at}' where id = '${id}'`)
// The last one is on the next day in India.
await registered(chair._id, '2026-03-01T10:00Z')
await registered(lamp._id, '2026-03-02T10:00Z')
await registered(sofa._id, '2026-03-02T18:45Z')

type Query = Record<string, string>
const report = (query: Query = {}, as: Person = admin) => call(as, reports.assets, { query })
const idsOf = async (query: Query, as: Person = admin) =>
  (await report(query, as)).body.rows.map(({ id }) => id)

test('a row says all there is to say of an asset, under the names of the report', async () => {
  const { body } = await report({ assetTagId: chair.assetTagId })
  expect(body.rows).toEqual([
    {
      ...{ fields: {}, fieldTexts: {} },
      id: chair._id,
      rfidTagId: 'E2801160600000000000AA01',
      city: 'Indore',
      mm: chair.mm,
      property: chair.property,
      aou: chair.aou,
      room: chair.room,
      assetName: 'Oak Chair',
      assetState: 'Working',
      assetTagId: chair.assetTagId,
      brand: 'Godrej',
      model: 'Interio',
      serialNo: 'SER-77',
      vendor: 'Rentals Ltd',
      rentalStartDate: '2026-01-15',
      rentalPeriod: '18',
      createdBy: 'Stock Keeper',
      createdAt: '2026-03-01T10:00:00Z',
    },
  ])
  const names = Object.keys(body.rows[0] ?? {})
  expect(names).toEqual([...reportColumns['report-assets'], 'fields', 'fieldTexts'])
})

test('each filter narrows the report, and together they do so at once', async () => {
  expect(await idsOf({ rfidTagId: '000aa0' })).toEqual([lamp._id, chair._id])
  expect(await idsOf({ rfidTagId: 'ser-77' })).toEqual([])
  expect(await idsOf({ rfidTagId: 'E28011 606000 00000000 AA01' })).toEqual([chair._id])
  expect(await idsOf({ assetTagId: lamp.assetTagId.toLowerCase() })).toEqual([lamp._id])
  expect(await idsOf({ rfidTagId: '000aa0', assetTagId: lamp.assetTagId })).toEqual([lamp._id])
  expect(await idsOf({ assetTagId: 'AA01' })).toEqual([])
  expect(await idsOf({ location: 'mumbai' })).toEqual([sofa._id])
  expect(await idsOf({ mmId: indore.mm })).toEqual([lamp._id, chair._id])
  expect(await idsOf({ mmId: indore.mm, propertyId: indore.property, assetState: 'Not-Working' })).toEqual([])
  expect(await idsOf({ assetState: 'not-working' })).toEqual([sofa._id])
})

test("days are those of the installation's time zone, both ends included", async () => {
  expect(await idsOf({ from: '2026-03-02', to: '2026-03-02' })).toEqual([lamp._id])
  expect(await idsOf({ from: '2026-03-03', to: '2026-03-03' })).toEqual([sofa._id])
  expect(await idsOf({ to: '2026-03-01' })).toEqual([chair._id])
  expect(await idsOf({ from: '2026-03-01', direction: 'asc' })).toEqual([chair._id, lamp._id, sofa._id])
  expect(await idsOf({ from: '2026-03-01', rfidTagId: 'aa02' })).toEqual([lamp._id])
})

test('the report is sorted by each of its columns, and pages hold together', async () => {
  for (const sort of reportColumns['report-assets']) {
    const first = (await report({ sort, size: '2' })).body
    const second = (await report({ sort, size: '2', cursor: first.next ?? '' })).body
    expect([sort, first.total, first.rows.length, second.rows.length]).toEqual([sort, 3, 2, 1])
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(await idsOf({ sort, direction: 'asc' })).toEqual(ids.toReversed())
  }
})

test('whoever has two rooms sees those, and their places cannot be guessed', async () => {
  const keeper = await t.person({ role: 'User', city: 'Pune' })
  await givePlaces(t, keeper, [indore.room, mumbai.room])
  expect(await idsOf({}, keeper)).toEqual([chair._id])
  expect(await idsOf({ from: '2026-03-01', to: '2026-03-31' }, keeper)).toEqual([chair._id])
  expect(await idsOf({ rfidTagId: 'aa02' }, keeper)).toEqual([])
  expect(await idsOf({ assetTagId: sofa.assetTagId }, keeper)).toEqual([])
  expect((await report({ mmId: indore.mm }, keeper)).status).toBe(400)
})

test('who lacks the permission or a session is refused, and so is what makes no sense', async () => {
  const other = await t.person({ role: 'User Management' })
  expect((await report({}, other)).status).toBe(403)
  expect((await call(null, reports.assets, {})).status).toBe(401)
  for (const query of [
    { from: '2026-02-30' },
    { from: '2026-03-02', to: '2026-03-01' },
    { sort: 'image' },
    { mmId: indore.property },
    { mmId: mumbai.mm, propertyId: indore.property },
    { location: 'indore', mmId: mumbai.mm },
  ])
    expect([query, (await report(query as unknown as Query)).status]).toEqual([query, 400])
  expect((await report({ location: 'nowhere' })).status).toBe(404)
})

test('the report leaves as a file with its own headings, and ends at the scope', async () => {
  const filter = { from: '2026-03-01', to: '2026-03-03', sort: 'createdAt' }
  const file = await csvOf(t, clerk, { list: 'report-assets', filter })
  const lines = file.split('\n')
  expect(lines[0]).toBe(
    'Id,RFID Tag Id,City,MM,Property,AoU,Room,Asset Name,Asset State,Asset Tag Id,Brand,Model,Serial No.,Vendor,Rental Start Date,Rental Period (in Months),Created By,Created At',
  )
  expect(lines.slice(1, 3).map((line) => line.slice(0, 36))).toEqual([lamp._id, chair._id])
  expect(file).not.toContain('Mumbai')
})
