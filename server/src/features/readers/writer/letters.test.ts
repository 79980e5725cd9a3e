import { randomUUID } from 'node:crypto'
import { deadLetters } from '@ats/contract/dead-letters.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { testApp } from '#test/app.ts'
import { deadLetterOf, readerIn } from '#test/readers.ts'
import { administratorOf, siteIn } from '#test/stock.ts'
import { forgetOldLetters } from '../upkeep.ts'
import { keepLetters } from './letters.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { room } = await siteIn(t, 'Indore')

const letterOf = (reader: string | null, bytes: number) => ({
  ...{ messageId: randomUUID(), reader, reason: 'unreadable' as const, detail: null },
  ...{ payload: 'x'.repeat(bytes), receivedAt: new Date().toISOString() },
})
const keep = (letters: ReturnType<typeof letterOf>[], most: number) =>
  inTransaction(t.db, (tx) => keepLetters(tx, letters, most))
const healthOf = async (id: string) =>
  (await t.call(admin, readers.get, { params: { id } })).body.reader.health
const droppedOf = async (readerId?: string) =>
  (await t.call(admin, deadLetters.list, { query: readerId === undefined ? {} : { readerId } })).body.dropped

test('a reader gets a tenth of the room, and what does not fit is counted', async () => {
  const [flood, other] = [await readerIn(t, room), await readerIn(t, room)]
  const letters = Array.from({ length: 50 }, () => letterOf(flood.id, 9500))
  expect(await keep(letters, 1_000_000)).toBe(40)
  expect(await healthOf(flood.id)).toMatchObject({ deadLetters: 10, droppedLetters: 40 })
  expect(await keep(letters.slice(0, 10), 1_000_000)).toBe(0)
  expect(await keep([letterOf(other.id, 9500)], 1_000_000)).toBe(0)
  expect([await droppedOf(flood.id), await droppedOf(other.id), await droppedOf()]).toEqual([40, 0, 40])
  const ids = (await t.call(admin, deadLetters.list, { query: { readerId: flood.id } })).body.deadLetters
  await t.call(admin, deadLetters.discard, { body: { ids: ids.slice(0, 3).map(({ _id }) => _id) } })
  expect(await keep([letterOf(flood.id, 9500)], 1_000_000)).toBe(0)
  expect(await healthOf(flood.id)).toMatchObject({ deadLetters: 8, droppedLetters: 40 })
})

test('all together have room for so much, those of unknown readers as well', async () => {
  const { rows } = await sql<{
    taken: number
  }>`select coalesce(sum(bytes + letters * 500), 0)::bigint as taken
    from dead_letter_totals`.execute(t.db)
  const most = (rows[0]?.taken ?? 0) + 10_000
  expect(await keep([letterOf(null, 4500), letterOf(null, 4500), letterOf(null, 4500)], most)).toBe(1)
})

test('what nobody looked at in time is thrown away and counted', async () => {
  const reader = await readerIn(t, room)
  const [old, young] = [await deadLetterOf(t, reader.id), await deadLetterOf(t, reader.id)]
  await sql`update dead_letters set dead_at = now() - interval '91 days' where id = ${old}`.execute(t.db)
  expect(await forgetOldLetters(t.db, 90)).toBe(1)
  expect(await healthOf(reader.id)).toMatchObject({ deadLetters: 1, droppedLetters: 1 })
  const left = await t.call(admin, deadLetters.list, { query: { readerId: reader.id } })
  expect(left.body.deadLetters.map(({ _id }) => _id)).toEqual([young])
})
