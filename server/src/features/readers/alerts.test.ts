import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { type Person, testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { toldTo } from '#test/news.ts'
import { readerIn, seenIn } from '#test/readers.ts'
import { placed, siteIn, stocked } from '#test/stock.ts'
import { watchReaders } from './alerts.ts'
import { compareSightings, keepReadDays } from './upkeep.ts'

const t = await testApp()
await beginNotifying(t.db)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')
const keeper = await t.person({ role: 'User', city: 'Indore' })
const elsewhere = await t.person({ role: 'User', city: 'Delhi' })

async function newsOf(person: Person, recordId: string) {
  await watchReaders(t.db)
  await writeNotifications(t)
  return (await toldTo(t, person)).filter((told) => told.recordId === recordId).map(({ action }) => action)
}

test('who manages assets there is told once that one left its property, or is in a room of others', async () => {
  const other = await placed(t, 'room', indore.aou)
  const [stray, neighbour] = [
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { placeId: indore.room }),
  ]
  await seenIn(t, stray.rfidTag ?? '', mumbai.room)
  await seenIn(t, neighbour.rfidTag ?? '', other)
  expect(await newsOf(keeper, stray._id)).toEqual(['asset.left-property'])
  expect(await newsOf(keeper, neighbour._id)).toEqual(['asset.seen-elsewhere'])
  expect(await newsOf(keeper, stray._id)).toEqual(['asset.left-property'])
  expect(await newsOf(elsewhere, stray._id)).toEqual([])
  const told = (await toldTo(t, keeper)).find(({ recordId }) => recordId === stray._id)
  // The helper writes reads of an hour ago.
  expect((Date.now() - Date.parse(told?.detail ?? '')) / 60_000).toBeCloseTo(60, 0)
})

test('a reader that is silent for longer than it may be is told once, until it speaks again', async () => {
  const { id } = await readerIn(t, indore.room, { silentMinutes: 5 })
  const silence = (minutes: number) =>
    sql`update reader_health set last_message_at = now() - make_interval(mins => ${minutes}::int)
      where reader_id = ${id}`.execute(t.db)
  await silence(4)
  expect(await newsOf(keeper, id)).toEqual([])
  await silence(6)
  expect(await newsOf(keeper, id)).toEqual(['reader.silent'])
  expect(await newsOf(keeper, id)).toEqual(['reader.silent'])
  await givePlaces(t, keeper, [mumbai.room])
  expect(await newsOf(keeper, id)).toEqual([])
})

test('an asset that a person moves away from where it is seen comes onto the list by the daily comparison', async () => {
  const asset = await stocked(t, { placeId: indore.room })
  await seenIn(t, asset.rfidTag ?? '', indore.room)
  await sql`update assets set place_id = ${mumbai.room} where id = ${asset._id}`.execute(t.db)
  await compareSightings(t.db)
  const { rows } = await sql`select place_id from seen_elsewhere where asset_id = ${asset._id}`.execute(t.db)
  expect(rows).toEqual([{ place_id: indore.room }])
})

test('days of reads are made ahead, and dropped once they are older than reads are kept', async () => {
  const days = async () =>
    (
      await sql<{ day: string }>`select right(relname, 8) as day from pg_inherits
        join pg_class on pg_class.oid = inhrelid where inhparent = 'tag_reads'::regclass order by 1`.execute(
        t.db,
      )
    ).rows.length
  await sql`select make_tag_read_day(current_date - 40)`.execute(t.db)
  expect(await keepReadDays(t.db, 30)).toBe(1)
  expect(await days()).toBe(16)
  expect(await keepReadDays(t.db, 30)).toBe(0)
  await expect(sql`select drop_tag_read_days(current_date)`.execute(t.db)).rejects.toThrow('stay')
  await expect(sql`select make_tag_read_day(current_date + 365)`.execute(t.db)).rejects.toThrow('no reads')
})
