import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Db } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { testApp } from '#test/app.ts'
import { beginFollowing, currentPosition, newSince, type Position } from './position.ts'

const { db, config } = await testApp()
const write = (by: Db, action: string) =>
  sql`insert into events (action, record_kind, record_id, request_id)
    values (${action}, 'thing', ${randomUUID()}, 'a request')`.execute(by)

const here = async (on: Db = db) => (await currentPosition.execute(on)).rows[0] as Position

/** A separate follower: returns the entries since its last call. */
async function follower(on: Kysely<Tables> = db) {
  let position = await here(on)
  return async () => {
    const { rows } = await sql<{ action: string | null; snapshot: string }>`
      select events.action, now.snapshot from (select pg_current_snapshot() as snapshot) as now
      left join events on ${newSince(position)} order by events.id`.execute(on)
    position = { ...position, snapshot: rows[0]?.snapshot ?? position.snapshot }
    return rows.flatMap(({ action }) => action ?? [])
  }
}

test('each line is new once', async () => {
  await write(db, 'before')
  const look = await follower()
  expect(await look()).toEqual([])
  await write(db, 'one')
  await write(db, 'two')
  expect(await look()).toEqual(['one', 'two'])
  expect(await look()).toEqual([])
})

test('a line that is committed late with a lower number is not missed', async () => {
  const look = await follower()
  const late = new pg.Client({ connectionString: config.databaseUrl })
  await late.connect()
  await late.query('begin')
  await late.query(`insert into events (action, record_kind, record_id, request_id)
    values ('late', 'thing', gen_random_uuid(), 'x')`)
  await write(db, 'early')
  expect(await look()).toEqual(['early'])
  await write(db, 'next')
  expect(await look()).toEqual(['next'])
  await late.query('commit')
  expect(await look()).toEqual(['late'])
  expect(await look()).toEqual([])
  await late.end()
})

test('what is rolled back is never new', async () => {
  const look = await follower()
  await db
    .transaction()
    .execute(async (tx) => {
      await write(tx, 'nothing')
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  await write(db, 'after')
  expect(await look()).toEqual(['after'])
})

test('writers who end in any order are followed without a gap or a repetition', async () => {
  const look = await follower()
  const names = Array.from({ length: 60 }, (_, n) => `line ${n}`)
  let writing = true
  const seen: string[] = []
  const following = (async () => {
    while (writing) seen.push(...(await look()))
  })()
  await Promise.all(
    names.map((name) =>
      db.transaction().execute(async (tx) => {
        await write(tx, name)
        await sql`select pg_sleep(random() * 0.02)`.execute(tx)
      }),
    ),
  )
  writing = false
  await following
  seen.push(...(await look()))
  expect(seen.toSorted()).toEqual(names.toSorted())
})

test('a follower begins at the end and keeps its position', async () => {
  await beginFollowing(db, 'someone')
  const positions = () =>
    db.selectFrom('followers').selectAll().where('name', '=', 'someone').executeTakeFirstOrThrow()
  const first = await positions()
  await write(db, 'more')
  await beginFollowing(db, 'someone')
  expect(await positions()).toEqual(first)
})

test('after a restore into a server that counts from the start nothing old is new, now or ever', async () => {
  const ahead = 400
  const { rows } = await sql<{ xact: number }>`
    insert into events (action, record_kind, record_id, request_id, xact)
    select 'restored', 'thing', gen_random_uuid(), 'x',
      (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ${ahead})::text::xid8
    returning xact::text::bigint as xact`.execute(db)
  const last = rows[0]?.xact ?? 0
  await sql`insert into followers (name, position) values ('restored', ${`${last}:${last}:`}::pg_snapshot)`.execute(
    db,
  )
  await beginFollowing(db, 'restored')
  const look = await follower()
  const found: string[] = []
  for (let n = 0; n < ahead / 20 + 2; n += 1) {
    await Promise.all(Array.from({ length: 20 }, () => sql`select pg_current_xact_id()`.execute(db)))
    found.push(...(await look()))
  }
  await write(db, 'really new')
  expect((await here()).snapshot.split(':').map(Number)[1]).toBeGreaterThan(last)
  expect([...found, ...(await look())]).toEqual(['really new'])
  const { position, restored_to } = await db
    .selectFrom('followers')
    .selectAll()
    .where('name', '=', 'restored')
    .executeTakeFirstOrThrow()
  expect(Number(position.split(':')[1])).toBeLessThan(last)
  expect(restored_to).toBeGreaterThan(0)
})
