import { assets } from '@ats/contract/assets/assets.ts'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { asked, csvOf as exported, opened, ticketFor } from '#test/exports.ts'
import { importer } from '#test/imports.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const { check, apply } = importer(t, admin)

const rented = { rentalStartDate: '2026-02-28', rentalPeriod: '12', vendor: 'Rent & Co' }
const all = [
  await stocked(t, { placeId: site.room, brand: 'Godrej', model: 'M, "1"', serialNo: '007', ...rented }),
  await stocked(t, { assignedUser: admin.email, model: '=1+1', serialNo: '-5' }),
  await stocked(t, { location: 'mumbai', assetState: 'UP', assignedUser: 'Meera\nand Ravi' }),
]

test('an export of everything reads back in without a change, every column of an asset included', async () => {
  const { status, counts, headers, columns, createsTotal, asks, unknown } = await check(
    await exported(t, admin, { list: 'assets' }),
  )
  expect([asks, unknown]).toEqual([[], []])
  expect(status).toBe('ready')
  expect(counts).toEqual({ new: 0, changed: 0, unchanged: all.length, wrong: 0 })
  expect(createsTotal).toBe(0)
  expect(headers.filter((_, at) => columns[at] === null)).toEqual(['Registered At', 'Created By'])
})

test('what is changed in an exported file is changed, in each kind of column', async () => {
  const file = await exported(t, admin, { list: 'assets' })
  const edited = file
    .replace('2026-02-28', '2026-03-31')
    .replace('"007"', '"008"')
    .replace(/(?<=,)"?12"?(?=,)/, '24')
  const checked = await check(edited)
  expect(checked.counts).toEqual({ new: 0, changed: 1, unchanged: all.length - 1, wrong: 0 })
  await apply(checked._id)
  const { body } = await t.call(admin, assets.get, { params: { id: all[0]?._id ?? '' } })
  expect(body).toMatchObject({ rentalStartDate: '2026-03-31', rentalPeriod: '24', serialNo: '008' })
})

async function workbookOf(as: Person) {
  const { id } = (await asked(t, as, { list: 'assets', format: 'xlsx' })).body.export
  await jobHandlers(t).exports(id, new AbortController().signal)
  return (await opened(t, await ticketFor(t, as, id), as.cookie)).rawPayload
}

async function personOf(...places: string[]) {
  const person = await t.person({ role: 'Sub User', city: 'Indore' })
  await t.db.deleteFrom('user_places').where('user_id', '=', person.id).execute()
  for (const place_id of places)
    await t.db.insertInto('user_places').values({ user_id: person.id, place_id }).execute()
  return person
}

test('a workbook and files of people who see a property or two rooms read back without a question', async () => {
  const second = await siteIn(t, 'Indore')
  const people = [admin, await personOf(site.property), await personOf(site.room, second.room)]
  const there = await stocked(t, { placeId: second.room })
  for (const [person, rows] of [
    [people[0], all.length + 1],
    [people[1], 1],
    [people[2], 2],
  ] as [Person, number][]) {
    const files = [await exported(t, person, { list: 'assets' }), await workbookOf(person)]
    for (const file of files)
      expect(await importer(t, person).check(file)).toMatchObject({
        ...{ asks: [], unknown: [], createsTotal: 0, message: null },
        counts: { new: 0, changed: 0, unchanged: rows, wrong: 0 },
      })
  }
  // A deleted asset is no match, but its file still has our headings.
  await t.call(admin, assets.remove, { params: { id: there._id } })
  const { asks, unknown } = await check(await exported(t, admin, { list: 'deleted-assets' }))
  expect([asks, unknown]).toEqual([[], []])
})
