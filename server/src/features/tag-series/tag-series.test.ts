import { randomUUID } from 'node:crypto'
import { decodeEpc } from '@ats/contract/epc.ts'
import { privateTag } from '@ats/contract/private-tag.ts'
import { mostReserved, mostTagSeries, type NewTagSeries, tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { freshPrefix, tagSeriesOf, withoutTagSeries } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const keeper = await t.person({ role: 'User' })

const create = (body: Partial<NewTagSeries>, as = admin) =>
  t.call(as, tagNumbers.create, { body: { name: randomUUID(), ...body } })
const reserve = (id: string, count: number, as = keeper) =>
  t.call(as, tagNumbers.reserve, { params: { id }, body: { count } })
const voidIt = (id: string, serial: string, as = keeper) =>
  t.call(as, tagNumbers.void, { params: { id }, body: { serial, reason: 'Printed twice' } })
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}
const listed = async (id: string) => {
  const { body } = await t.call(admin, tagNumbers.list)
  return body.series.find((series) => series.id === id)
}

beforeEach(() => withoutTagSeries(t))

test('a series of each scheme gives tags that are read as its parts', async () => {
  const companyPrefix = '890123456'
  const giai = await create({ scheme: 'giai', companyPrefix, firstSerial: '5000' })
  const sgtin = await create({ scheme: 'sgtin', companyPrefix, itemReference: '1234', filter: 1 })
  const own = await create({ scheme: 'private' })
  expect([giai.status, sgtin.status, own.status]).toEqual([201, 201, 201])
  expect(decodeEpc(giai.body.nextTag ?? '')).toBe('urn:epc:id:giai:890123456.5000')
  expect(decodeEpc(sgtin.body.nextTag ?? '')).toBe('urn:epc:id:sgtin:890123456.1234.1')
  expect(privateTag(own.body.nextTag ?? '')).toEqual({ organisation: own.body.organisation, serial: '1' })
  expect(giai.body).toMatchObject({ left: String(2n ** 52n - 5000n), lastSerial: String(2n ** 52n - 1n) })
  const [entry] = await ledgerOf(t, giai.body.id)
  expect(entry).toMatchObject({ action: 'tag-series.created', after: { companyPrefix, nextSerial: '5000' } })
})

test.each<[Partial<NewTagSeries>, string, string]>([
  [{ scheme: 'giai' }, 'companyPrefix', 'tag-prefix-not-digits'],
  [{ scheme: 'giai', companyPrefix: '12345' }, 'companyPrefix', 'tag-prefix-length'],
  [{ scheme: 'giai', companyPrefix: '0412345' }, 'companyPrefix', 'tag-prefix-restricted'],
  [{ scheme: 'giai', companyPrefix: '2012345' }, 'companyPrefix', 'tag-prefix-restricted'],
  [{ scheme: 'giai', companyPrefix: '8901234', filter: 8 }, 'filter', 'tag-filter-out-of-range'],
  [
    { scheme: 'giai', companyPrefix: '8901234', itemReference: '1' },
    'itemReference',
    'tag-part-not-of-scheme',
  ],
  [{ scheme: 'sgtin', companyPrefix: '8901234', itemReference: '12345' }, 'itemReference', 'tag-item-length'],
  [{ scheme: 'private', companyPrefix: '8901234' }, 'companyPrefix', 'tag-part-not-of-scheme'],
  [{ scheme: 'private', filter: 1 }, 'filter', 'tag-part-not-of-scheme'],
  [{ scheme: 'private', name: ' ' }, 'name', 'tag-series-name-required'],
  [{ scheme: 'private', firstSerial: '01' }, 'firstSerial', 'tag-serial-leading-zero'],
  [{ scheme: 'private', firstSerial: '1e3' }, 'firstSerial', 'tag-serial-not-digits'],
  [{ scheme: 'private', firstSerial: '1099511627776' }, 'firstSerial', 'tag-serial-too-large'],
  [{ scheme: 'private', lastSerial: '9999999999999999999' }, 'lastSerial', 'tag-serial-too-large'],
  [{ scheme: 'private', firstSerial: '5', lastSerial: '4' }, 'lastSerial', 'tag-series-range-reversed'],
])('%j is refused: %s %s', async (body, field, code) => {
  const answer = await create(body)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.fieldCodes?.[field]?.code).toBe(code)
})

test('a prefix has one series, also after it is retired, and names differ', async () => {
  const companyPrefix = freshPrefix()
  const { id } = await tagSeriesOf(t, { scheme: 'giai', companyPrefix, name: 'Office' })
  await t.call(admin, tagNumbers.retire, { params: { id }, body: {} })
  expect(await codeOf(create({ scheme: 'giai', companyPrefix }))).toEqual([400, 'tag-series-prefix-taken'])
  expect(await codeOf(create({ scheme: 'private', name: 'office' }))).toEqual([400, 'tag-series-name-taken'])
  expect(await codeOf(reserve(id, 1))).toEqual([409, 'tag-series-retired'])
  const back = await t.call(admin, tagNumbers.bringBack, { params: { id }, body: {} })
  expect(back.body).toMatchObject({ retired: false, version: 3 })
  expect(await codeOf(t.call(admin, tagNumbers.bringBack, { params: { id }, body: {} }))).toEqual([
    ...[409, 'tag-series-not-retired'],
  ])
})

test('there are at most so many series', async () => {
  await sql`insert into tag_series (name, scheme, organisation, first_serial, next_serial, last_serial)
    select 'Series ' || n, 'private', lpad(upper(to_hex(n)), 8, '0'), 1, 1, 9 from generate_series(1, ${mostTagSeries}::int) as n`.execute(
    t.db,
  )
  expect(await codeOf(create({ scheme: 'private' }))).toEqual([409, 'tag-series-too-many'])
})

test('only people with every place and the permission define series; people who manage assets reserve numbers', async () => {
  const { id } = await tagSeriesOf(t)
  const reporter = await t.person({ role: 'Sub User' })
  expect(await codeOf(create({ scheme: 'private' }, keeper))).toEqual([403, 'masters-need-everywhere'])
  expect(await codeOf(create({ scheme: 'private' }, reporter))).toEqual([403, 'forbidden'])
  expect((await reserve(id, 5)).status).toBe(201)
  expect((await t.call(null, tagNumbers.list)).status).toBe(401)
  expect(await codeOf(reserve(randomUUID(), 1))).toEqual([404, 'tag-series-not-found'])
})

test('blocks follow each other, and list their numbers and tags', async () => {
  const { id } = await tagSeriesOf(t, { lastSerial: '30' })
  const first = await reserve(id, 10)
  const second = await reserve(id, 20)
  expect([first.body.firstSerial, first.body.lastSerial]).toEqual(['1', '10'])
  expect([second.body.firstSerial, second.body.lastSerial]).toEqual(['11', '30'])
  expect(await codeOf(reserve(id, 1))).toEqual([409, 'tag-series-exhausted'])
  expect(await listed(id)).toMatchObject({ nextSerial: '31', left: '0', nextTag: null, version: 1 })
  const { body } = await t.call(keeper, tagNumbers.blocks, { params: { id }, query: { size: '1' } })
  expect(body).toMatchObject({ total: 2, blocks: [{ count: 20, reservedBy: keeper.name }] })
  const next = await t.call(keeper, tagNumbers.blocks, {
    params: { id },
    query: { size: '1', cursor: body.next ?? '' },
  })
  expect(next.body.blocks).toMatchObject([{ firstSerial: '1', lastTag: first.body.lastTag }])
  await voidIt(id, '12')
  const block = await t.call(keeper, tagNumbers.block, { params: { id, blockId: second.body.id } })
  expect(block.body.numbers).toHaveLength(20)
  expect(block.body.numbers.filter((number) => number.void).map(({ serial }) => serial)).toEqual(['12'])
  expect(block.body.numbers.map(({ tag }) => privateTag(tag)?.serial)[19]).toBe('30')
  expect((await ledgerOf(t, id)).at(-2)).toMatchObject({
    ...{ action: 'tag-series.block-reserved', after: { firstSerial: '11', lastSerial: '30', count: 20 } },
  })
})

test('the same request with the same key reserves once', async () => {
  const { id } = await tagSeriesOf(t)
  const as = { headers: { ...keeper.headers, 'idempotency-key': randomUUID() } }
  const send = () => t.call(as, tagNumbers.reserve, { params: { id }, body: { count: 10 } })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect((await listed(id))?.nextSerial).toBe('11')
})

test('a void number stays void, and only a reserved one without an asset becomes void', async () => {
  const { id } = await tagSeriesOf(t)
  const { body: block } = await reserve(id, 3)
  expect(await codeOf(voidIt(id, '4'))).toEqual([400, 'tag-number-not-reserved'])
  expect(await codeOf(voidIt(id, '0'))).toEqual([400, 'tag-number-not-reserved'])
  expect(await codeOf(voidIt(id, '9999999999999999999'))).toEqual([400, 'tag-number-not-reserved'])
  await stocked(t, { rfidTag: block.lastTag })
  expect(await codeOf(voidIt(id, '3'))).toEqual([409, 'tag-number-in-use'])
  const made = await voidIt(id, '2')
  expect(made.body).toMatchObject({ serial: '2', reason: 'Printed twice', voidedBy: keeper.name })
  expect(await codeOf(voidIt(id, '2'))).toEqual([409, 'tag-number-void-before'])
  const { body } = await t.call(keeper, tagNumbers.voids, { params: { id } })
  expect(body.voids).toEqual([made.body])
  expect((await reserve(id, 1)).body.firstSerial).toBe('4')
  expect(await listed(id)).toMatchObject({ voided: 1 })
})

test('numbers whose tags are on assets already are not reserved; the series continues after them', async () => {
  const series = await tagSeriesOf(t)
  await stocked(t, { rfidTag: series.nextTag ?? '' })
  expect(await codeOf(reserve(series.id, 5))).toEqual([409, 'tag-number-on-asset'])
  const change = (body: object) => t.call(admin, tagNumbers.change, { params: { id: series.id }, body })
  expect((await change({ nextSerial: '2', name: 'Labels' })).body).toMatchObject({
    nextSerial: '2',
    name: 'Labels',
  })
  expect(await codeOf(change({ nextSerial: '1' }))).toEqual([400, 'tag-series-goes-up'])
  expect(await codeOf(change({ nextSerial: '9999999999999999999' }))).toEqual([400, 'tag-serial-too-large'])
  expect(await codeOf(change({ name: 'Other', version: 1 }))).toEqual([409, 'record-changed-meanwhile'])
  expect((await reserve(series.id, 5)).body.firstSerial).toBe('2')
})

test('numbers never go back, not even by hand', async () => {
  const { id } = await tagSeriesOf(t)
  await reserve(id, 10)
  await expect(sql`update tag_series set next_serial = 5 where id = ${id}`.execute(t.db)).rejects.toThrow(
    'only grow',
  )
})

test('people who reserve at the same time get different numbers without gaps', async () => {
  const { id } = await tagSeriesOf(t)
  const counts = Array.from({ length: 24 }, (_, n) => 1 + ((n * 7) % 13))
  const blocks = await Promise.all(counts.map(async (count) => (await reserve(id, count)).body))
  const numbers = blocks.flatMap(({ firstSerial, count }) =>
    Array.from({ length: count }, (_, at) => Number(firstSerial) + at),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
})

test('a block is as large as it may be within a second or two', async () => {
  const { id } = await tagSeriesOf(t, { scheme: 'giai', companyPrefix: freshPrefix() })
  expect(await codeOf(reserve(id, mostReserved + 1))).toEqual([400, expect.any(String)])
  const { body } = await reserve(id, mostReserved)
  const block = await t.call(keeper, tagNumbers.block, { params: { id, blockId: body.id } })
  expect(new Set(block.body.numbers.map(({ tag }) => tag)).size).toBe(mostReserved)
})
