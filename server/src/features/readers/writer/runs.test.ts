import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { pointsOf, readerIn, second, takeReads } from '#test/readers.ts'
import { freshTag, placed, siteIn } from '#test/stock.ts'

const t = await testApp()
const indore = await siteIn(t, 'Indore')
const other = await placed(t, 'room', indore.aou)

const { id: reader } = await readerIn(t, indore.aou)
await pointsOf(t, reader, [
  { antenna: 1, placeId: indore.room, kind: 'room', minReads: 3, windowSeconds: 30 },
  { antenna: 2, placeId: other, kind: 'room', minReads: 2, windowSeconds: 10, minRssi: -65 },
])

type Read = { at: string; antenna: number; rssi: number | null; received: string }

/** What the previous implementation did with a batch, in one statement. */
const takenBefore = (tag: string, reads: readonly Read[]) =>
  sql`select take_reads(${reads.map(() => tag)}::text[], ${reads.map(({ at }) => at)}::timestamptz[],
    ${reads.map(() => reader)}::uuid[], ${reads.map(({ antenna }) => antenna)}::smallint[],
    ${reads.map(({ rssi }) => rssi)}::real[], ${reads.map(() => 1)}::int[],
    ${reads.map(({ received }) => received)}::timestamptz[])`.execute(t.db)

const knownOf = async (tag: string) => [
  (
    await sql`select place_id, since, seen_at, read_at, candidate_place_id, candidate_since, candidate_reads, is_unknown
      from last_seen where tag = ${tag}`.execute(t.db)
  ).rows,
  (
    await sql`select from_place_id, to_place_id, at, antenna from movements where tag = ${tag} order by at, id`.execute(
      t.db,
    )
  ).rows,
  (
    await sql`select place_id, first_seen_at, last_seen_at, reads from unknown_tags where tag = ${tag}`.execute(
      t.db,
    )
  ).rows,
]

const start = Date.now() - 3_600_000
const moment = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const read = fc
  .record({
    at: fc.integer({ min: 0, max: 120 }),
    ahead: fc.constantFrom(0, 0, 0, 5),
    antenna: fc.constantFrom(1, 2, 3),
    rssi: fc.constantFrom(-70, -50, null),
  })
  .map(({ at, ahead, ...rest }): Read => ({ ...rest, at: moment(at), received: moment(at - ahead) }))

test('any batches leave a tag where the one statement of the version before left it', async () => {
  const batches = fc.array(fc.array(read, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
  const check = async (all: Read[][]) => {
    const [mine, theirs] = [freshTag(), freshTag()]
    for (const batch of all) {
      await takeReads(
        t,
        batch.map((one) => ({ ...one, tag: mine, reader })),
      )
      await takenBefore(theirs, batch)
    }
    expect(await knownOf(mine)).toEqual(await knownOf(theirs))
  }
  await fc.assert(fc.asyncProperty(batches, check), { numRuns: Number(process.env.RUNS_OF_READS ?? 60) })
})

test('whatever is written on a tag, it is kept as it is', async () => {
  for (const odd of ['{A,B}', 'A"B\\C', 'NULL', 'TAG 1', "A'B"]) {
    const tag = `${odd}${freshTag().slice(-6)}`
    expect(
      await takeReads(
        t,
        [0, 1, 2].map((n) => ({ tag, reader, antenna: 1, at: second(n) })),
      ),
    ).toBe(3)
    expect((await knownOf(tag))[0]).toMatchObject([{ place_id: indore.room, is_unknown: true }])
  }
})

test('two lanes that come to the same tags in other places wait for each other, and both are heard', async () => {
  const tags = Array.from({ length: 40 }, freshTag)
  const seen = (antenna: number, from: number) =>
    tags.flatMap((tag) => [0, 1, 2].map((n) => ({ tag, reader, antenna, at: moment(from + n) })))
  await takeReads(t, [...seen(1, 0)])
  for (let n = 10; n < 200; n += 10)
    await Promise.all([takeReads(t, seen(1, n)), takeReads(t, seen(2, n + 5))])
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from last_seen
    where tag = any(${tags}::text[]) and read_at >= ${moment(197)}`.execute(t.db)
  expect(rows[0]?.count).toBe(tags.length)
})
