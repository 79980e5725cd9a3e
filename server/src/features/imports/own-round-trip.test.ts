import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import {
  type OwnFieldType,
  type OwnValue,
  type OwnValues,
  ownFieldTypes,
} from '@ats/contract/own-fields/types.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csvLine } from '#kernel/files/csv.ts'
import { testApp } from '#test/app.ts'
import { importer } from '#test/imports.ts'
import { addOwnField } from '#test/own-fields.ts'
import { choiceOf, ownValuesOf, setOwnValues } from '#test/own-values.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { ownHeading } from './plan/columns.ts'

const runs = Number(process.env.ROUND_TRIP_RUNS ?? 30)
const seed = Number(process.env.ROUND_TRIP_SEED ?? Date.now() % 2 ** 31)
console.log(
  `round trip: ${runs} runs, seed ${seed}; repeat with ROUND_TRIP_SEED=${seed} ROUND_TRIP_RUNS=${runs}`,
)

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const { check, apply } = importer(t, admin)
const stock = [await stocked(t), await stocked(t), await stocked(t)]
const former = await t.person({ role: 'Sub User', city: 'Indore', name: 'Asha' })
await sql`update users set deleted_at = now() where id = ${former.id}`.execute(t.db)
const people = [admin, await t.person({ role: 'Sub User', city: 'Indore', name: 'Asha' }), former]
const { rows: places } = await sql<{ id: string; path: string }>`
  select places.id, concat_ws(' > ', city.name, mm.name, property.name, aou.name, places.name) as path from places
  left join places city on city.id = places.city_id and places.kind <> 'city'
  left join places mm on mm.id = places.mm_id and places.kind <> 'mm'
  left join places property on property.id = places.property_id and places.kind <> 'property'
  left join places aou on aou.id = places.aou_id and places.kind <> 'aou'
  where places.id = any(${Object.values(site)}::uuid[])`.execute(t.db)

const awkward = fc.constantFrom(
  '=1+1',
  '+91',
  '-',
  '@a',
  ',',
  '"',
  "'",
  'कि',
  'e\u0301',
  '()',
  ' > ',
  '\n',
  '😀',
  '0',
)
/** What people type; the sign of lost text is no text, and a quote before a formula is not kept by any file. */
const typed = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        awkward,
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) =>
      parts
        .join('')
        .replace(/[\0\ufffd]/g, '')
        .trim()
        .slice(0, maxLength)
        .toWellFormed()
        .trim(),
    )
    .filter((text) => text !== '' && !text.includes('\ufffd') && !/^'[=+\-@\t\r]/.test(text))
const label = typed(40)
  .map((text) => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
  .filter((text) => text !== '' && !/^'[=+\-@]/.test(text))
const choices = [
  choiceOf('a', 'Red, "light"', { labelHi: 'लाल' }),
  choiceOf('b', '-blue'),
  choiceOf('c', 'A'),
  choiceOf('d', 'Red, "light"', { retired: true }),
]

const day = fc.integer({ min: 0, max: 1999 * 365 }).map((days) => {
  const at = new Date(Date.UTC(1000, 0, 1) + days * 86_400_000)
  return at.toISOString().slice(0, 10)
})
const number = fc
  .oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer({ min: -1e6, max: 1e6 }))
  .map((value) => (value === 0 ? 0 : value))
const values: Record<OwnFieldType, fc.Arbitrary<OwnValue>> = {
  text: typed(1000),
  number,
  money: fc
    .oneof(fc.integer({ min: -1e15, max: 1e15 }), fc.integer({ min: -200, max: 200 }))
    .map((value) => value || 0),
  day,
  'yes-no': fc.boolean(),
  choice: fc.constantFrom(...choices.map(({ key }) => key)),
  link: fc.webUrl({ withFragments: true, withQueryParameters: true }),
  person: fc.constantFrom(...people.map(({ id }) => id)),
  place: fc.constantFrom(...places.map(({ id }) => id)),
}
/** Assets keep a former choice or person, but nobody can choose it. */
const without =
  (...former: OwnValue[]) =>
  (of: OwnValues): OwnValues =>
    Object.fromEntries(Object.entries(of).filter(([, value]) => !former.includes(value)))

const decimal = (minor: number) => `${Math.floor(minor / 100)}.${`${minor % 100}`.padStart(2, '0')}`

const texts: Partial<Record<OwnFieldType, (value: OwnValue) => string>> = {
  money: (value) => `${Number(value) < 0 ? '-' : ''}${decimal(Math.abs(Number(value)))}`,
  'yes-no': (value) => (value ? 'Yes' : 'No'),
  choice: (value) => choices.find(({ key }) => key === value)?.label ?? '',
  person: (value) => people.find(({ id }) => id === value)?.email ?? '',
  place: (value) => places.find(({ id }) => id === value)?.path ?? '',
}

type Field = Pick<OwnField, 'key' | 'type' | 'label' | 'unit'>
/** As an export writes it. */
const fileOf = (fields: readonly Field[], all: readonly OwnValues[]) =>
  [
    ['RFID Tag', ...fields.map(ownHeading)],
    ...all.map((of, at) => [
      stock[at]?.rfidTag ?? '',
      ...fields.map(({ key, type }) => {
        const value = of[key]
        return value === undefined ? '' : (texts[type]?.(value) ?? `${value}`)
      }),
    ]),
  ]
    .map(csvLine)
    .join('')

const definition = fc.record({
  type: fc.constantFrom(...ownFieldTypes),
  label,
  unit: fc.option(label.map((unit) => Array.from(unit).slice(0, 10).join('').trim())),
})
const definitions = fc.uniqueArray(definition, {
  minLength: 1,
  maxLength: 12,
  selector: (field) => field.label.normalize('NFC').toLowerCase(),
})
const world = definitions.chain((fields) => {
  const row = fc.record(Object.fromEntries(fields.map(({ type }, at) => [`${at}`, values[type]])), {
    requiredKeys: [],
  })
  const rows = fc.array(row, { minLength: stock.length, maxLength: stock.length })
  return fc.record({ fields: fc.constant(fields), first: rows, second: rows })
})

let run = 0
async function define(given: { type: OwnFieldType; label: string; unit: string | null }[]): Promise<Field[]> {
  await sql`update own_fields set retired_at = now() where retired_at is null`.execute(t.db)
  run += 1
  const fields: Field[] = given.map((field, at) => ({ ...field, key: `r${run}f${at}` }))
  for (const { key, type, label: named, unit } of fields)
    await addOwnField(t.db, type, { key, label: named, unit, ...(type === 'choice' && { choices }) })
  return fields
}

type Moment = { at: string; values: OwnValues[] }
const moments: Moment[] = []
async function note() {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(t.db)
  moments.push({ at: rows[0]?.at ?? '', values: await present() })
}
const present = () => Promise.all(stock.map(({ _id }) => ownValuesOf(t.db, _id)))
async function store(all: readonly OwnValues[]) {
  for (const [at, { _id }] of stock.entries()) await setOwnValues(t.db, _id, all[at] ?? {})
  await note()
}

test(
  'whatever fields and values there are, an export reads back in without a change, and puts back what was changed',
  async () => {
    const property = fc.asyncProperty(world, async ({ fields: given, first, second }) => {
      const fields = await define(given)
      const keyed = (rows: Record<string, OwnValue | undefined>[]): OwnValues[] =>
        rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).flatMap(([at, value]) =>
              value === undefined ? [] : [[fields[Number(at)]?.key ?? '', value]],
            ),
          ),
        )
      const all = keyed(first)
      await store(all)
      const same = await check(fileOf(fields, all))
      expect([same.columns, same.counts]).toEqual([
        ['rfidTag', ...fields.map(({ key }) => `field:${key}`)],
        { new: 0, changed: 0, unchanged: stock.length, wrong: 0 },
      ])
      const chosen = all.map(without('d', former.id))
      await store(keyed(second).map(without('d')))
      const { _id: id, counts } = await check(fileOf(fields, chosen))
      expect(counts.wrong).toBe(0)
      if (counts.changed > 0) await apply(id)
      await note()
      expect(await present()).toEqual(chosen)
    })
    await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
    for (const { at, values: known } of moments) {
      const { rows } = await sql<{ id: string; fields: OwnValues }>`select assets.id, v.fields
        from assets cross join lateral asset_as_of(assets.id, ${at}::timestamptz) v
        where assets.id = any(${stock.map(({ _id }) => _id)}::uuid[])`.execute(t.db)
      const byId = new Map(rows.map(({ id, fields }) => [id, fields]))
      expect(stock.map(({ _id }) => byId.get(_id))).toEqual(known)
    }
  },
  60_000 + runs * 10_000,
)
