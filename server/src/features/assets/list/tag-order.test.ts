import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import * as fc from 'fast-check'
import { type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { growOrganisation } from '#server/seed/seed.ts'
import { testApp } from '#test/app.ts'
import type { IndexRange } from './index-ranges.ts'
import { orders } from './orders.ts'
import { firstInTagOrder } from './tag-order.ts'

const t = await testApp()
await growOrganisation(t.ownerUrl, t.store, 3000)
const owner = new pg.Client({ connectionString: t.ownerUrl })
await owner.connect()
afterAll(() => owner.end())
await owner.query('update assets set rfid_tag = null where number % 50 = 7 and deleted_at is null')

const columns: Record<PlaceKind, string> = {
  ...{ city: 'city_id', mm: 'mm_id', property: 'property_id', aou: 'aou_id', room: 'place_id' },
}
const { rows: places } = await owner.query<{ id: string; kind: PlaceKind; city: string }>(
  'select id, kind, city_id as city from places order by id',
)
const { rows: states } = await owner.query<{ id: string }>('select id from asset_states order by id')

type Asked = { direction: 'asc' | 'desc'; limit: number; skipped: number }

/** The ids of a page, by the statement under test and by a plain one. */
async function bothWays(ranges: readonly IndexRange[], { direction, limit, skipped }: Asked) {
  const key = "coalesce(upper(rfid_tag), '')"
  const inRanges = ranges.map(
    ({ kind, placeId, stateId }) => `(${columns[kind]} = '${placeId}' and state_id = '${stateId}')`,
  )
  const { rows } = await owner.query<{ id: string; key: string }>(
    `select id, ${key} as key from assets where deleted_at is null and (${inRanges.join(' or ')})
     order by ${key} ${direction}, id ${direction} limit ${skipped + limit}`,
  )
  const before = skipped === 0 ? undefined : rows[skipped - 1]
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  const beyond = before
    ? sql<SqlBool>`(${orders.rfidTag}, assets.id) ${than} (${before.key}, ${before.id})`
    : sql<SqlBool>`true`
  const found = await sql<{ id: string }>`${firstInTagOrder(ranges)({
    ...{ by: orders.rfidTag, direction, beyond, limit, key: before?.key, after: before?.id },
  })}`.execute(t.db)
  const wanted = skipped > 0 && before === undefined ? rows.slice(0, limit) : rows.slice(skipped)
  return { found: found.rows.map(({ id }) => id), wanted: wanted.map(({ id }) => id) }
}

type Placed = (typeof places)[number]
const areApart = (one: Placed, other: Placed) => one.kind === other.kind || one.city !== other.city

/** Places that do not contain each other, with sizes that make the statement collect or scan them. */
const scopes = fc
  .uniqueArray(fc.constantFrom(...places), { minLength: 1, maxLength: 6, selector: ({ id }) => id })
  .map((some) => some.filter((one) => some.every((other) => other === one || areApart(one, other))))
  .filter((some) => some.length > 0)
const rangesOf = fc
  .tuple(scopes, fc.subarray(states, { minLength: 1 }), fc.infiniteStream(fc.constantFrom(1, 300, 30_000)))
  .map(([some, inStates, sizes]) =>
    some.flatMap(({ id, kind, city }) =>
      inStates.map(
        (state): IndexRange => ({
          ...{ kind, placeId: id, cityId: city, stateId: state.id, deleted: 0 },
          live: sizes.next().value as number,
        }),
      ),
    ),
  )

test('a page in the order of tags is the same, collected or scanned, in every scope', async () => {
  const asked = fc.record({
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.constantFrom(3, 26),
    skipped: fc.constantFrom(0, 0, 5, 40),
  })
  const walked = new Set<PlaceKind>()
  await fc.assert(
    fc.asyncProperty(rangesOf, asked, async (ranges, page) => {
      for (const { kind, live } of ranges) if (live > 20_000) walked.add(kind)
      const { found, wanted } = await bothWays(ranges, page)
      expect(found).toEqual(wanted)
    }),
    { numRuns: 150 },
  )
  expect([...walked].sort()).toEqual([...placeKinds].sort())
})
