import { tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { administratorOf } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)

/** The process ids of connections that reserve now. */
const reserving = async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%update tag_series set next_serial%'
      and state = 'active'`.execute(t.db)
  return rows.map(({ pid }) => pid)
}

test('connections that are killed while they reserve leave no number twice, and none of theirs is taken', async () => {
  const { id } = await tagSeriesOf(t)
  const reserve = async () => {
    const answer = await t.call(admin, tagNumbers.reserve, { params: { id }, body: { count: 5 } })
    return answer.status === 201 ? [answer.body] : []
  }
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  // Somebody else holds the series, so that reservations are in the middle when their connections are killed.
  await owner.query('begin')
  await owner.query('select from tag_series where id = $1 for update', [id])
  const killed = Array.from({ length: 4 }, reserve)
  await expect.poll(async () => (await reserving()).length).toBe(4)
  const [first, second] = await reserving()
  await owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [[first, second]])
  await owner.query('commit')
  await owner.end()
  const blocks = [
    ...(await Promise.all(killed)),
    ...(await Promise.all(Array.from({ length: 6 }, reserve))),
  ].flat()
  const starts = blocks.map(({ firstSerial }) => Number(firstSerial)).toSorted((a, b) => a - b)
  expect(starts.length).toBeGreaterThanOrEqual(8)
  expect(starts).toEqual(starts.map((_, at) => 1 + 5 * at))
  const { rows } = await sql<{
    next: string
  }>`select next_serial::text as next from tag_series where id = ${id}`.execute(t.db)
  expect(rows[0]?.next).toBe(String(1 + 5 * starts.length))
})

test('a transaction whose connection dies before it commits reserves nothing', async () => {
  const { id } = await tagSeriesOf(t)
  const dying = new pg.Client({ connectionString: t.ownerUrl })
  dying.on('error', () => undefined)
  await dying.connect()
  const pid = (await dying.query('select pg_backend_pid() as pid')).rows[0].pid
  await dying.query('begin')
  await dying.query('update tag_series set next_serial = next_serial + 100 where id = $1', [id])
  const waiting = t.call(admin, tagNumbers.reserve, { params: { id }, body: { count: 5 } })
  await expect.poll(reserving).not.toEqual([])
  await t.asOwner(`select pg_terminate_backend(${pid})`)
  expect((await waiting).body.firstSerial).toBe('1')
})
