import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { pointsOf, readerIn, second, seenIn, takeReads } from '#test/readers.ts'
import { freshTag, siteIn, stocked } from '#test/stock.ts'
import { forgetForeignTags, keepReadDays } from './upkeep.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')
const dayOf = async (ahead: number) =>
  (
    await sql<{
      part: string | null
    }>`select to_regclass('tag_reads_' || to_char(current_date + ${ahead}::int,
      'YYYYMMDD'))::text as part`.execute(t.db)
  ).rows[0]?.part ?? null

test('while a backup holds the reads, days are made, none is dropped, and nobody waits for long', async () => {
  const { id: reader } = await readerIn(t, room)
  await sql`select make_tag_read_day(current_date - 40)`.execute(t.db)
  const waits: number[] = []
  await t.db.transaction().execute(async (backup) => {
    await sql`lock table tag_reads in access share mode`.execute(backup)
    let isOver = false
    const upkeep = keepReadDays(t.db, 30).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const began = Date.now()
      await takeReads(t, [{ tag: freshTag(), at: second(0), reader }])
      waits.push(Date.now() - began)
    }
    expect(await upkeep).toBe(0)
    expect([await dayOf(14), await dayOf(-40)]).toEqual([expect.any(String), expect.any(String)])
  })
  expect(Math.max(...waits)).toBeLessThan(4000)
  expect(await keepReadDays(t.db, 30)).toBe(1)
  expect(await dayOf(-40)).toBeNull()
}, 60_000)

test('last places of tags that were never on an asset end, those of all others stay', async () => {
  const known = await stocked(t, { placeId: room })
  const former = await stocked(t, { placeId: room })
  const oldTag = former.rfidTag ?? ''
  await seenIn(t, known.rfidTag ?? '', room)
  await seenIn(t, oldTag, room)
  await sql`update asset_tags set detached_at = now(), ending = 'replaced' where rfid_tag = ${oldTag}`.execute(
    t.db,
  )
  const [foreign, recent, passing, registered] = [freshTag(), freshTag(), freshTag(), freshTag()]
  for (const tag of [foreign, recent, registered]) await seenIn(t, tag, room)
  const { id: reader } = await readerIn(t, room)
  await pointsOf(t, reader, [{ antenna: 0, placeId: room, kind: 'room' }])
  await takeReads(t, [{ tag: passing, at: second(0), reader }])
  await stocked(t, { placeId: room, rfidTag: registered })
  const all = [known.rfidTag ?? '', oldTag, foreign, recent, passing, registered]
  await sql`update last_seen set is_unknown = is_unknown or tag = ${oldTag},
    read_at = now() - interval '366 days' where tag = any(${all}) and tag <> ${recent}`.execute(t.db)
  expect(await forgetForeignTags(t.db, 365)).toBe(2)
  const { rows } = await sql<{ tag: string }>`select tag from last_seen where tag = any(${all})`.execute(t.db)
  expect(new Set(rows.map(({ tag }) => tag))).toEqual(new Set([known.rfidTag, oldTag, recent, registered]))
})

test('tags without an asset are found by an index, however many tags are on assets', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select tag from last_seen
    where (last_seen.is_unknown or last_seen.place_id is null) and tag > '' order by tag limit 1000`.execute(
    t.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('last_seen_of_no_asset')
})
