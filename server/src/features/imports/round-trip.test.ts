import { assets } from '@ats/contract/assets/assets.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf as exported } from '#test/exports.ts'
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
  const { status, counts, headers, columns, createsTotal } = await check(
    await exported(t, admin, { list: 'assets' }),
  )
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
