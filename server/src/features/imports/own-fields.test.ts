import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importer } from '#test/imports.ts'
import { addOwnField } from '#test/own-fields.ts'
import { choiceOf, ownValuesOf, type TypeCases } from '#test/own-values.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const shed = await placed(t, 'room', site.aou, 'Own Shed')
const asha = await t.person({ role: 'Sub User', city: 'Indore', name: 'Asha Own' })
const { check, apply, undo, rows, problems, match } = importer(t, admin)
const room = (
  await t.db.selectFrom('places').select('name').where('id', '=', site.room).executeTakeFirstOrThrow()
).name

const of = (cell: string, value: string | number | boolean) => ({ cell, value })
const cases: TypeCases = {
  text: {
    first: of('Rack, "A"\nसबसे ऊपर', 'Rack, "A"\nसबसे ऊपर'),
    second: of('=1+1', '=1+1'),
    also: [of("'=HYPERLINK(1)", '=HYPERLINK(1)'), of('x'.repeat(1000), 'x'.repeat(1000))],
    wrong: [['x'.repeat(1001), 'row-field-too-long']],
  },
  number: {
    first: of('12.50', 12.5),
    second: of('-3', -3),
    also: [
      of('1,000,000', 1e6),
      of('10,00,000.25', 1000000.25),
      of('1e-7', 1e-7),
      of('.5', 0.5),
      of('-0', 0),
    ],
    wrong: [
      '1,5',
      '12,34',
      '1.000.000',
      'ten',
      'NaN',
      '1e999',
      '1e-999',
      '1000000000000.1',
      '0x10',
      '٣',
      '1;drop',
    ].map((cell) => [cell, 'row-number-wrong']),
  },
  money: {
    first: of('1234.5', 123450),
    second: of('-0.01', -1),
    also: [of('9,99,99,99,99,999.99', 99999999999999), of('0', 0), of('10000000000000.00', 1e15)],
    wrong: ['1.005', '₹5', '1,2', '10000000000000.01', 'free'].map((cell) => [cell, 'row-money-wrong']),
  },
  day: {
    first: of('2026-03-31', '2026-03-31'),
    second: of('01/04/2026', '2026-04-01'),
    also: [of('2028-02-29', '2028-02-29')],
    wrong: ['2026-02-30', '0001-01-01', 'soon', '45000'].map((cell) => [cell, 'row-day-wrong']),
  },
  'yes-no': {
    first: of('Yes', true),
    second: of('नहीं', false),
    also: [
      of('हाँ', true),
      of('TRUE', true),
      of('1', true),
      of('no', false),
      of('0', false),
      of('false', false),
    ],
    wrong: [['maybe', 'row-yes-no-wrong']],
  },
  choice: {
    first: of('the first', 'first'),
    second: of('दूसरा', 'second'),
    also: [of('SECOND', 'second')],
    wrong: ['third', 'The old'].map((cell) => [cell, 'row-choice-unknown']),
  },
  link: {
    first: of('https://example.org/a?b=1', 'https://example.org/a?b=1'),
    second: of('HTTP://[::1]:8080/x', 'HTTP://[::1]:8080/x'),
    also: [of('https://उदाहरण.भारत/पथ', 'https://उदाहरण.भारत/पथ')],
    wrong: [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      'www.example.org',
      `https://a/${'x'.repeat(2000)}`,
    ].map((cell) => [cell, 'row-link-wrong']),
  },
  person: {
    first: of(admin.email.toUpperCase(), admin.id),
    second: of('asha own', asha.id),
    also: [of(asha.id, asha.id)],
    wrong: [['Nobody Here', 'row-person-unknown']],
  },
  place: {
    first: of('own shed', shed),
    second: of('indore', site.city),
    also: [of(room, site.room)],
    wrong: ['Atlantis', 'Indore > Own Shed'].map((cell) => [cell, 'row-field-place-unknown']),
  },
}
const choices = [
  choiceOf('first', 'The first'),
  choiceOf('second', 'The next', { labelHi: 'दूसरा' }),
  choiceOf('old', 'The old', { retired: true }),
]
const keyOf = (type: string) => `own${type.replace('-', '')}`
for (const type of ownFieldTypes)
  await addOwnField(t.db, type, {
    ...{
      key: keyOf(type),
      label: `My ${type}`,
      labelHi: `मेरा ${type}`,
      unit: type === 'number' ? 'kg' : null,
    },
    ...(type === 'choice' && { choices }),
    ...(type === 'money' && { unit: 'INR' }),
  })

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const heading = ['RFID Tag', 'Asset Name', 'City']
const fileOf = (headings: string[], lines: string[][]) =>
  [[...heading, ...headings], ...lines].map((line) => `${line.map(quoted).join(',')}\n`).join('')
const line = (tag: string, ...cells: string[]) => [tag, 'Bench', 'Indore', ...cells]
const idOf = async (code: string) =>
  (await call(admin, assets.find, { query: { code } })).body.assets.find(({ deleted }) => !deleted)?._id ?? ''
const labels = ownFieldTypes.map((type) => `My ${type}`)
const columns = ownFieldTypes.map((type) => `field:${keyOf(type)}`)

test.each(ownFieldTypes)('%s: is mapped, registered, changed, cleared and put back', async (type) => {
  const { first, second } = cases[type]
  const [key, tag] = [keyOf(type), freshTag()]
  const checked = await check(fileOf([`My ${type}`], [line(tag, first.cell)]))
  expect([checked.columns.at(-1), checked.counts]).toEqual([
    `field:${key}`,
    { new: 1, changed: 0, unchanged: 0, wrong: 0 },
  ])
  expect(
    (await rows(checked._id, 'new'))[0]?.values.find(({ column }) => column === `field:${key}`),
  ).toBeDefined()
  await apply(checked._id)
  const id = await idOf(tag)
  expect(await ownValuesOf(t.db, id)).toEqual({ [key]: first.value })
  expect((await check(fileOf([`मेरा ${type}`], [line(tag, first.cell)]))).counts).toMatchObject({
    unchanged: 1,
  })
  const changed = await check(fileOf([key], [line(tag, second.cell)]))
  expect(changed.counts).toMatchObject({ changed: 1 })
  expect(await rows(changed._id, 'changed')).toMatchObject([{ changes: [{ column: `field:${key}` }] }])
  await apply(changed._id)
  expect(await ownValuesOf(t.db, id)).toEqual({ [key]: second.value })
  const cleared = await check(fileOf([key], [line(tag, '')]))
  expect(cleared.counts).toMatchObject({ changed: 1 })
  await apply(cleared._id)
  expect(await ownValuesOf(t.db, id)).toEqual({})
  await undo(cleared._id)
  await call(admin, imports.undo, { params: { id: changed._id } })
  expect(await ownValuesOf(t.db, id)).toEqual({ [key]: second.value })
  const facts = (await ledgerOf(t, id)).map(({ before, after }) => [before, after])
  const fact = `field:${key}`
  expect(facts[0]?.[1]).toMatchObject({ [fact]: first.value })
  expect(facts.slice(1)).toEqual([
    [{ [fact]: first.value }, { [fact]: second.value }],
    [{ [fact]: second.value }, { [fact]: null }],
    [{ [fact]: null }, { [fact]: second.value }],
  ])
})

test.each(ownFieldTypes)(
  '%s: other ways to write a value are read, and what does not fit is said',
  async (type) => {
    const { also, wrong } = cases[type]
    const all = [...also.map(({ cell }) => cell), ...wrong.map(([cell]) => cell)].map((cell) =>
      line(freshTag(), cell),
    )
    const checked = await check(fileOf([`My ${type}`], all))
    expect(await rows(checked._id, 'wrong')).toMatchObject(
      wrong.map(([cell, code], at) => ({
        row: also.length + at + 2,
        problems: [{ column: `field:${keyOf(type)}`, code, value: cell }],
      })),
    )
    if (checked.counts.new > 0) await apply(checked._id)
    const read = await Promise.all(
      all.slice(0, also.length).map(async ([tag = '']) => ownValuesOf(t.db, await idOf(tag))),
    )
    expect(read).toEqual(also.map(({ value }) => ({ [keyOf(type)]: value })))
  },
)

test('all types in one file are undone together, and values of other fields stay', async () => {
  const tag = freshTag()
  const cells = (which: 'first' | 'second') => ownFieldTypes.map((type) => cases[type][which].cell)
  const values = (which: 'first' | 'second') =>
    Object.fromEntries(ownFieldTypes.map((type) => [keyOf(type), cases[type][which].value]))
  const made = await check(fileOf(labels, [line(tag, ...cells('first'))]))
  expect(made.columns.slice(3)).toEqual(columns)
  await apply(made._id)
  const id = await idOf(tag)
  const changed = await check(fileOf(labels, [line(tag, ...cells('second'))]))
  await apply(changed._id)
  expect(await ownValuesOf(t.db, id)).toEqual(values('second'))
  const versions = await t.db
    .selectFrom('asset_versions')
    .select('fields')
    .where('asset_id', '=', id)
    .orderBy('valid_from')
    .execute()
  expect(versions.map(({ fields }) => fields)).toEqual([values('first'), values('second')])
  await undo(changed._id)
  expect(await ownValuesOf(t.db, id)).toEqual(values('first'))
  await apply((await check(fileOf(['My number'], [line(tag, '7')])))._id)
  expect(await ownValuesOf(t.db, id)).toEqual({ ...values('first'), ownnumber: 7 })
})

test('wrong cells are corrected in place, and come back in the file of wrong rows', async () => {
  const file = fileOf(
    ['My money (INR)', 'My choice'],
    [line(freshTag(), 'x', 'y'), line(freshTag(), 'x', 'The first')],
  )
  const { _id: id, problems: groups } = await check(file)
  expect(groups.map(({ problem, column, rows: count }) => [problem, column, count])).toEqual([
    ['field:ownmoney:wrong-money', 'field:ownmoney', 2],
    ['field:ownchoice:unknown-choice', 'field:ownchoice', 1],
  ])
  const text = (await call(admin, imports.wrongRows, { params: { id } })).text
  expect(text).toContain('My money: This is not an amount.')
  expect((await check(text.replaceAll(',x,', ',1.5,').replace(',y,', ',The next,'))).counts).toMatchObject({
    new: 2,
  })
  const body = {
    of: { problem: 'field:ownmoney:wrong-money', written: 'x' },
    to: { column: 'field:ownmoney', value: '2' },
  }
  const { body: corrected } = await call(admin, imports.correct, { params: { id }, body })
  expect(corrected.import.counts).toMatchObject({ new: 1, wrong: 1 })
})

test('a mapping by hand is remembered, and an unknown field is refused by name', async () => {
  const file = `RFID,Name,City,Preis\n${freshTag()},Bench,Indore,5\n`
  const checked = await check(file)
  expect(checked.unknown).toEqual(['Preis'])
  const mapped = [...checked.columns.slice(0, 3), 'field:ownmoney']
  await match(checked._id, { columns: mapped })
  expect((await check(file)).columns).toEqual(mapped)
  const body = { columns: [...mapped.slice(0, 3), 'field:nothing'] }
  const refused = await call(admin, imports.match, { params: { id: checked._id }, body })
  expect([refused.status, refused.body.message]).toEqual([400, 'The field nothing does not exist.'])
  expect(await problems(checked._id)).toEqual([])
})
