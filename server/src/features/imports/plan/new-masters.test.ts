import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { check, apply } = importer(t, admin)

test('thousands of new names are made in as many statements as there are indexRanges of rows', async () => {
  const count = 6000
  const rows = Array.from({ length: count }, (_, at) => ({
    rfidTag: freshTag(),
    assetName: at % 2 === 0 ? `Bench ${at}` : `BENCH ${at - 1}`,
    city: 'Indore',
    brand: `Brand ${at}`,
    vendor: at < 10 ? 'One vendor' : '',
  }))
  const { _id: id, createsTotal } = await check(csvOf(rows))
  expect(createsTotal).toBe(count / 2 + count + 1)
  expect(await apply(id)).toMatchObject({ status: 'done', counts: { new: count, wrong: 0 } })
  const { rows: told } = await sql`select action, count(*) as lines, count(distinct xact) as transactions,
      count(distinct record_id) as records
    from events where request_id = ${id} and action like '%.created' group by action order by action`.execute(
    t.db,
  )
  expect(told).toEqual([
    { action: 'asset-name.created', lines: count / 2, transactions: 2, records: count / 2 },
    { action: 'brand.created', lines: count, transactions: 2, records: count },
    { action: 'vendor.created', lines: 1, transactions: 1, records: 1 },
  ])
  const { rows: used } =
    await sql`select count(distinct assets.name_id) as names, count(distinct brand_id) as brands,
      count(vendor_id) as vendors from assets`.execute(t.db)
  expect(used).toEqual([{ names: count / 2, brands: count, vendors: 10 }])
})

test('a name that somebody made after the check is used, and not made again', async () => {
  const { _id: id } = await check(
    csvOf([{ rfidTag: freshTag(), assetName: 'Bench 0', city: 'Indore', brand: 'Late' }]),
  )
  await sql`insert into brands (name) values ('LATE')`.execute(t.db)
  expect(await apply(id)).toMatchObject({ counts: { new: 1, wrong: 0 } })
  const { rows } = await sql`select name, (select count(*) from assets where brand_id = brands.id) as uses
    from brands where lower(name) = 'late'`.execute(t.db)
  expect(rows).toEqual([{ name: 'LATE', uses: 1 }])
})
