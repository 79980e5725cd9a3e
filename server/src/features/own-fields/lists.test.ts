import { assets } from '@ats/contract/assets/assets.ts'
import type { OwnFieldTest, OwnFieldType, OwnValue } from '@ats/contract/own-fields/types.ts'
import { ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, db, person } = t
const admin = await administratorOf(t)
const [indore, mumbai] = [await siteIn(t, 'Indore'), await siteIn(t, 'Mumbai')]
const keeper = await person({ role: 'User', city: 'Indore' })
await givePlaces(t, keeper, [indore.room, mumbai.room])
const people = [
  await person({ name: 'Zoya' }),
  await person({ name: 'asha' }),
  await person({ name: 'Meera' }),
]

const names = new Map<OwnValue, string>([
  ...people.map(({ id, name }): [string, string] => [id, name]),
  ...[indore, mumbai].map(({ room }): [string, string] => [room, room === indore.room ? 'Indore' : 'Mumbai']),
])

/** Values of each type, in their order; ties arise because there are fewer than assets. */
const valuesOf: Record<OwnFieldType, OwnValue[]> = {
  text: ['10', '9 lives', 'alpha', 'Beta', "O'Neil", 'Ärger', 'नमूना'],
  number: [-7.5, 0, 2, 10, 1e9],
  money: [-100, 0, 999, 100_000],
  day: ['1999-12-31', '2026-01-01', '2026-02-28'],
  'yes-no': [false, true],
  choice: ['second', 'first'],
  link: ['http://a.example/', 'https://b.example/x', 'https://B.example/y'],
  person: people.map(({ id }) => id),
  place: [indore.room, mumbai.room],
}

type Row = { _id: string; value: OwnValue | undefined; room: string }
const rooms = [indore.room, mumbai.room, indore.aou]
const stock: { _id: string; room: string }[] = []
for (let at = 0; at < 60; at += 1) {
  const placeId = rooms[at % 3] as string
  const { _id } = await stocked(t, { location: at % 3 === 1 ? 'mumbai' : 'indore', placeId })
  stock.push({ _id, room: placeId })
}
let seed = 7
const random = (below: number) => {
  seed = (seed * 16_807) % 2_147_483_647
  return seed % below
}

const fields = {} as Record<OwnFieldType, { key: string; rows: Row[] }>
for (const type of ownFieldTypes) {
  const { key } = await addOwnField(db, type, {
    ...{ indexed: true, labelHi: 'फ़ील्ड' },
    ...(type === 'choice' && {
      choices: ['second', 'first'].map((one) => ({ key: one, label: one, labelHi: null, retired: false })),
    }),
  })
  const rows = stock.map((one) => ({
    ...one,
    value: random(4) === 0 ? undefined : valuesOf[type][random(valuesOf[type].length)],
  }))
  for (const { _id, value } of rows)
    if (value !== undefined)
      await sql`update assets set fields = fields || ${JSON.stringify({ [key]: value })}::jsonb where id = ${_id}`.execute(
        db,
      )
  fields[type] = { key, rows }
}

const list = (query: Record<string, string>, as: Person = admin) => call(as, assets.list, { query })
const { rows: collated } = await sql<{
  value: string
}>`select value from unnest(${valuesOf.text.map((one) => String(one).toLowerCase())}::text[]) as value order by value`.execute(
  db,
)

/** The order of values, stated independently; missing values are last both ways. */
function rankOf(type: OwnFieldType, value: OwnValue) {
  if (type === 'person' || type === 'place') return (names.get(value) ?? '').toLowerCase()
  if (type === 'text') return collated.findIndex((one) => one.value === String(value).toLowerCase())
  if (type === 'choice') return value === 'second' ? 0 : 1
  return typeof value === 'string' ? value.toLowerCase() : Number(value)
}

function inOrder(type: OwnFieldType, rows: readonly Row[], direction: 'asc' | 'desc') {
  const way = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    if (a.value === undefined || b.value === undefined)
      if (a.value !== b.value) return a.value === undefined ? 1 : -1
    const [x, y] = [a, b].map(({ value }) => (value === undefined ? 0 : rankOf(type, value)))
    if (x !== y) return ((x ?? 0) < (y ?? 0) ? -1 : 1) * way
    return (a._id < b._id ? -1 : 1) * way
  })
}

async function pagesOf(query: Record<string, string>, as: Person) {
  const ids: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body }: Awaited<ReturnType<typeof list>> = await list(
      { ...query, size: '7', ...(cursor && { cursor }) },
      as,
    )
    expect([status, body.message]).toEqual([200, undefined])
    ids.push(body.assets.map(({ _id }) => _id))
    cursor = body.next
  }
  return ids.flat()
}

test.each(ownFieldTypes)('assets are sorted by a %s both ways, page by page', async (type) => {
  const { key, rows } = fields[type]
  for (const direction of ['asc', 'desc'] as const)
    for (const as of [admin, keeper]) {
      const seen = as === admin ? rows : rows.filter(({ room }) => room !== indore.aou)
      const wanted = inOrder(type, seen, direction).map(({ _id }) => _id)
      expect(await pagesOf({ sort: `field:${key}`, direction }, as)).toEqual(wanted)
      const { body } = await list({ sort: `field:${key}`, direction, size: '7' }, as)
      const last = (await list({ sort: `field:${key}`, direction, size: '7', cursor: body.last ?? '' }, as))
        .body
      const before = (
        await list({ sort: `field:${key}`, direction, size: '7', cursor: last.previous ?? '' }, as)
      ).body
      const shown = [...before.assets, ...last.assets].map(({ _id }) => _id)
      expect(shown).toEqual(wanted.slice(-shown.length))
    }
})

type Case = [test: OwnFieldTest, holds: (value: OwnValue) => boolean]
const between = (from: OwnValue, to: OwnValue): Case => [
  { from: from as string, to: to as string },
  (value) => value >= from && value <= to,
]
const is = (one: OwnValue): Case => [{ is: one as string }, (value) => value === one]
const part = (text: string): Case => [
  { contains: text },
  (value) => String(value).toLowerCase().includes(text.toLowerCase()),
]
const cases: Record<OwnFieldType, Case[]> = {
  text: [part('E'), part("o'n"), part('ÄR'), part('नमू')],
  number: [between(-8, 2), [{ from: 2 }, (value) => Number(value) >= 2]],
  money: [between(0, 999), [{ to: 0 }, (value) => Number(value) <= 0]],
  day: [between('2000-01-01', '2026-01-01')],
  'yes-no': [is(true), is(false)],
  choice: [
    [{ oneOf: ['first'] }, (value) => value === 'first'],
    [{ oneOf: ['first', 'second'] }, () => true],
  ],
  link: [part('B.example')],
  person: people.map(({ id }) => is(id)),
  place: [is(indore.room)],
}

test.each(ownFieldTypes)('assets are filtered by a %s', async (type) => {
  const { key, rows } = fields[type]
  for (const as of [admin, keeper])
    for (const [one, holds] of cases[type]) {
      const seen = rows.filter(({ room }) => as === admin || room !== indore.aou)
      const wanted = seen.filter(({ value }) => value !== undefined && holds(value)).map(({ _id }) => _id)
      const { status, body } = await list(
        { size: '100', direction: 'asc', fields: JSON.stringify({ [key]: one }) },
        as,
      )
      expect([status, body.assets.map(({ _id }) => _id)]).toEqual([200, wanted.toSorted()])
      expect(body.total).toBe(wanted.length)
    }
  for (const empty of [true, false]) {
    const wanted = rows.filter(({ value }) => (value === undefined) === empty).map(({ _id }) => _id)
    const { body } = await list({
      size: '100',
      direction: 'asc',
      fields: JSON.stringify({ [key]: { empty } }),
    })
    expect(body.assets.map(({ _id }) => _id)).toEqual(wanted.toSorted())
  }
})

test.each(ownFieldTypes)('rows carry a %s, and the name behind it', async (type) => {
  const { key, rows } = fields[type]
  const { body } = await list({ size: '100' })
  for (const { _id, fields: shown = {}, fieldTexts = {} } of body.assets) {
    const value = rows.find((row) => row._id === _id)?.value
    expect(shown[key]).toEqual(value)
    const isNamed = value !== undefined && (type === 'person' || type === 'place')
    expect(fieldTexts[key]?.startsWith(names.get(value ?? '') ?? '?')).toBe(isNamed ? true : undefined)
  }
})

test.each(ownFieldTypes)('a test that does not fit a %s names the field', async (type) => {
  const { key } = fields[type]
  const wrong: OwnFieldTest[] = [
    {},
    type === 'text' || type === 'link' ? { from: 1 } : { contains: 'x' },
    { from: 'no day', is: 'nobody' },
  ]
  for (const one of wrong) {
    const { status, body } = await list({ fields: JSON.stringify({ [key]: one }) })
    expect([status, body.fields?.fields]).toEqual([400, `This filter does not fit the field ${key}.`])
  }
})
