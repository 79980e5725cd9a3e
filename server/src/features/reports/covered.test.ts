import { type CoverKind, coverKinds } from '@ats/contract/covers.ts'
import { reports } from '@ats/contract/reports.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { coverOf, dayIn } from '#test/covers.ts'
import { administratorOf, binned, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const rooms = [site.room, await placed(t, 'room', site.aou)]
const assetIds: string[] = []
for (const at of [0, 1, 2, 3, 4]) assetIds.push((await stocked(t, { placeId: rooms[at % 2] ?? '' }))._id)
const vendorIds = ['Voltas', 'Blue Star'].map((name) =>
  db.insertInto('vendors').values({ name, created_by: admin.id }).returning('id').executeTakeFirstOrThrow(),
)
const vendors = (await Promise.all(vendorIds)).map(({ id }) => id)

const ask = async (query: Record<string, string>) => {
  const { body, text } = await call(admin, reports.covered, { query: { placeId: site.property, ...query } })
  if (body.rows === undefined) throw new Error(text)
  return body.rows
}

test('says which assets are covered today, by what, and which are not', async () => {
  const [one = '', two = '', ...rest] = assetIds
  const cover = await coverOf(t, [one, two], { kind: 'warranty', vendorId: vendors[0] ?? null })
  await coverOf(t, [one], { endsOn: dayIn(-1), kind: 'warranty' })
  const deleted = await binned(t, { placeId: site.room })
  const rows = await ask({})
  expect(rows.map(({ assetId }) => assetId)).toEqual([one, two])
  expect(rows[0]).toMatchObject({
    ...{ cover: cover.name, kind: 'warranty', vendor: 'Voltas', endsOn: dayIn(200), assetName: 'Chair' },
  })
  expect(rows[0]?.place).toContain('Indore > ')
  expect((await ask({ covered: 'no' })).map(({ assetId }) => assetId)).toEqual(rest)
  expect((await ask({ covered: 'no', kind: 'amc' })).map(({ assetId }) => assetId)).toEqual(assetIds)
  expect(JSON.stringify(await ask({ covered: 'no' }))).not.toContain(deleted._id)
  expect(await ask({ day: '2001-01-01' })).toEqual([])
  await db.deleteFrom('covers').execute()
})

const day = fc.integer({ min: 1, max: 9 }).map((number) => `2026-01-0${number}`)
const anyKind = fc.constantFrom(...coverKinds)
const anyVendor = fc.constantFrom(...vendors)
const anyCover = fc.record({
  ...{ kind: anyKind, vendorId: fc.option(anyVendor), days: fc.tuple(day, day), isCancelled: fc.boolean() },
  assets: fc.subarray(assetIds),
})
const anyQuestion = fc.record({ day, kind: fc.option(anyKind), vendorId: fc.option(anyVendor) })

type Model = { kind: CoverKind; vendorId: string | null; from: string; to: string; isCancelled: boolean }

async function insert({ kind, vendorId, from, to, isCancelled }: Model, assets: readonly string[]) {
  const cancelled = { cancelled_at: '2026-01-01', cancel_reason: 'Wrong' }
  const values = { kind, name: 'Some', vendor_id: vendorId, starts_on: from, ends_on: to }
  const { id } = await db
    .insertInto('covers')
    .values({ ...values, ...(isCancelled && cancelled) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (assets.length > 0)
    await db
      .insertInto('cover_assets')
      .values(assets.map((asset_id) => ({ cover_id: id, asset_id })))
      .execute()
}

test('equals a model of covers and days', async () => {
  const property = fc.asyncProperty(
    fc.array(anyCover, { maxLength: 6 }),
    anyQuestion,
    async (made, asked) => {
      await db.deleteFrom('covers').execute()
      const pairs: string[] = []
      for (const { days, assets, ...facts } of made) {
        const [from = '', to = ''] = days.toSorted()
        await insert({ ...facts, from, to }, assets)
        const runs = !facts.isCancelled && from <= asked.day && asked.day <= to
        const isAsked =
          (asked.kind ?? facts.kind) === facts.kind && (asked.vendorId ?? facts.vendorId) === facts.vendorId
        if (runs && isAsked) pairs.push(...assets)
      }
      const query = {
        day: asked.day,
        ...(asked.kind !== null && { kind: asked.kind }),
        ...(asked.vendorId !== null && { vendorId: asked.vendorId }),
      }
      const [yes, no] = [await ask(query), await ask({ ...query, covered: 'no' })]
      expect(yes.map(({ assetId }) => assetId)).toEqual(pairs.toSorted())
      expect(no.map(({ assetId }) => assetId)).toEqual(assetIds.filter((id) => !pairs.includes(id)))
    },
  )
  await fc.assert(property, { numRuns: 40 })
})
