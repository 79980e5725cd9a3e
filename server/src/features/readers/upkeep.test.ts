import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { readerIn, second, takeReads } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { keepReadDays } from './upkeep.ts'

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
