// Why it is built this way: docs/decisions/020-references-checked-by-the-statement.md

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { freshTag, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const site = await siteIn(t, 'Indore')
const asset = await stocked(t, { assetName: 'Chair', placeId: site.room })

async function connected() {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const one = async <T extends object>(client: pg.Client, text: string, values: unknown[] = []) =>
  (await client.query<T>(text, values)).rows[0] as T

/** The references of an asset: the column, and the statement that creates another target. */
const pointers: Record<string, { table: string; make: string }> = {
  name_id: { table: 'asset_names', make: "insert into asset_names (name) values ('n' || uuidv7())" },
  state_id: { table: 'asset_states', make: "insert into asset_states (name) values ('s' || uuidv7())" },
  brand_id: { table: 'brands', make: "insert into brands (name) values ('b' || uuidv7())" },
  vendor_id: { table: 'vendors', make: "insert into vendors (name) values ('v' || uuidv7())" },
  place_id: {
    table: 'places',
    make: `insert into places (kind, name, parent_id) values ('room', 'r' || uuidv7(), '${site.aou}')`,
  },
  ...Object.fromEntries(
    ['assigned_user_id', 'created_by', 'deleted_by'].map((column) => [
      column,
      {
        table: 'users',
        make: `insert into users (name, email, role_id, city_id)
          select 'Someone', uuidv7() || '@example.com', id, '${site.city}' from roles where name = 'User'`,
      },
    ]),
  ),
}
const columns = Object.keys(pointers)
const tableOf = (column: string) => pointers[column]?.table ?? ''

const made = async (client: pg.Client, column: string) =>
  (await one<{ id: string }>(client, `${pointers[column]?.make} returning id`)).id

/** Inserts one asset per id in one statement, all like the first except for one column. */
const insertWith = (client: pg.Client, column: string, ids: string[]) => {
  const copied = ['name_id', 'state_id', 'place_id'].filter((other) => other !== column)
  return client.query(
    `insert into assets (${copied.join(', ')}, ${column})
     select ${copied.join(', ')}, pointed from assets, unnest($2::uuid[]) as pointed where id = $1`,
    [asset._id, ids],
  )
}
const updateTo = (client: pg.Client, column: string, id: string) =>
  client.query(`update assets set ${column} = $2 where id = $1`, [asset._id, id])
const remove = (client: pg.Client, column: string, id: string) =>
  client.query(`delete from ${tableOf(column)} where id = $1`, [id])

const refused = { code: '23503' }

test('every column by which an asset points at a record is tried here', async () => {
  const { rows } = await (await connected()).query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'assets' and data_type = 'uuid'
     and column_name not in ('id', 'city_id', 'mm_id', 'property_id', 'aou_id')`,
  )
  expect(columns.toSorted(), 'Add the new column to `pointers` above').toEqual(
    rows.map(({ name }) => name).toSorted(),
  )
})

test.each(columns)(
  'an asset whose %s points at nothing is refused, alone and among others',
  async (column) => {
    const client = await connected()
    const good = await made(client, column)
    await expect(insertWith(client, column, [randomUUID()])).rejects.toMatchObject(refused)
    await expect(insertWith(client, column, [good, good, randomUUID(), good])).rejects.toMatchObject(refused)
    await expect(updateTo(client, column, randomUUID())).rejects.toMatchObject(refused)
    expect((await insertWith(client, column, [good, good])).rowCount).toBe(2)
  },
)

test.each(columns)('what an asset points at with %s stays until it points elsewhere', async (column) => {
  const client = await connected()
  const [used, other] = [await made(client, column), await made(client, column)]
  await updateTo(client, column, used)
  await expect(remove(client, column, used)).rejects.toMatchObject(refused)
  await updateTo(client, column, other)
  expect((await remove(client, column, used)).rowCount).toBe(1)
})

const blocked = async (watcher: pg.Client, pid: number) => {
  const isBlocked = async () =>
    (await one<{ waits: boolean }>(watcher, 'select cardinality(pg_blocking_pids($1)) > 0 as waits', [pid]))
      .waits
  await expect.poll(isBlocked, { timeout: 20_000 }).toBe(true)
}
/** Taken from the client, because the connection is busy. */
const pidOf = (client: pg.Client) => (client as unknown as { processID: number }).processID

type Use = (client: pg.Client, column: string, id: string) => Promise<unknown>
const uses: Record<string, Use> = {
  insert: (client, column, id) => insertWith(client, column, [id]),
  update: updateTo,
}
const races = columns.flatMap((column) => Object.keys(uses).map((use) => [use, column] as const))

test.each(races)(
  'whoever deletes waits for an %s of %s that is not committed, and is refused',
  async (use, column) => {
    const [user, remover, watcher] = [await connected(), await connected(), await connected()]
    for (const end of ['commit', 'rollback']) {
      const id = await made(watcher, column)
      await user.query('begin')
      await uses[use]?.(user, column, id)
      const removal = remove(remover, column, id).then(
        () => 'deleted',
        (error: pg.DatabaseError) => error.code,
      )
      await blocked(watcher, pidOf(remover))
      await user.query(end)
      expect(await removal).toBe(end === 'commit' ? refused.code : 'deleted')
    }
  },
)

test.each(races)(
  'an %s of %s waits for a deletion that is not committed, and is refused',
  async (use, column) => {
    const [user, remover, watcher] = [await connected(), await connected(), await connected()]
    for (const end of ['commit', 'rollback']) {
      const id = await made(watcher, column)
      await remover.query('begin')
      await remove(remover, column, id)
      const used = uses[use]?.(user, column, id).then(
        () => 'used',
        (error: pg.DatabaseError) => error.code,
      )
      await blocked(watcher, pidOf(user))
      await remover.query(end)
      expect(await used).toBe(end === 'commit' ? refused.code : 'used')
    }
  },
)

test('a transaction with an old snapshot neither deletes what it cannot see used nor uses what is gone', async () => {
  const [old, client] = [await connected(), await connected()]
  const id = await made(client, 'brand_id')
  await old.query('begin isolation level repeatable read; select 1')
  await expect(remove(old, 'brand_id', id)).rejects.toMatchObject({ code: '0A000' })
  await old.query('rollback; begin isolation level repeatable read; select count(*) from brands')
  await remove(client, 'brand_id', id)
  await expect(insertWith(old, 'brand_id', [id])).rejects.toMatchObject({ code: '40001' })
  await old.query('rollback')
})

test('a tag is on an asset that exists, put there by someone who does', async () => {
  const client = await connected()
  const { id: tag, by } = await one<{ id: string; by: string }>(
    client,
    'select id, attached_by as by from asset_tags where asset_id = $1',
    [asset._id],
  )
  const insert = (assetId: string, person: string | null) =>
    client.query(
      `insert into asset_tags (asset_id, rfid_tag, attached_by, detached_at, ending) values ($1, $2, $3, now(), 'lost')`,
      [assetId, freshTag(), person],
    )
  await expect(insert(randomUUID(), by)).rejects.toMatchObject(refused)
  await expect(insert(asset._id, randomUUID())).rejects.toMatchObject(refused)
  expect((await insert(asset._id, by)).rowCount).toBe(1)
  for (const column of ['asset_id', 'attached_by', 'detached_by'])
    await expect(
      client.query(`update asset_tags set ${column} = $2 where id = $1`, [tag, randomUUID()]),
    ).rejects.toMatchObject(refused)
  const person = await made(client, 'created_by')
  await insert(asset._id, person)
  await expect(remove(client, 'created_by', person)).rejects.toMatchObject(refused)
})

test.each(['assets', ...new Set(columns.map(tableOf))])(
  'ids of %s stay, and it is not truncated',
  async (table) => {
    const client = await connected()
    const { id } = await one<{ id: string }>(client, `select id from ${table} limit 1`)
    await expect(
      client.query(`update ${table} set id = $2 where id = $1`, [id, randomUUID()]),
    ).rejects.toMatchObject({ code: '0A000' })
    await expect(client.query(`truncate ${table} cascade`)).rejects.toThrow()
  },
)

/** Inserts an asset with the ancestors of its place, as imports do. */
const insertWithPath = (client: pg.Client, placeId: string, mm: string) =>
  client.query(
    `insert into assets (name_id, state_id, place_id, city_id, mm_id, property_id, aou_id)
     select name_id, state_id, $2, $3, $4, $5, $6 from assets where id = $1`,
    [asset._id, placeId, site.city, mm, site.property, site.aou],
  )

test('ancestors that come along are those of the place, also while it moves', async () => {
  const [user, mover, watcher] = [await connected(), await connected(), await connected()]
  const { mm } = await siteIn(t, 'Indore')
  expect((await insertWithPath(user, site.room, site.mm)).rowCount).toBe(1)
  await expect(insertWithPath(user, site.room, mm)).rejects.toMatchObject({ code: '40001' })
  await expect(insertWithPath(user, randomUUID(), site.mm)).rejects.toMatchObject(refused)

  await mover.query('begin')
  await mover.query('update places set parent_id = $2 where id = $1', [site.property, mm])
  const late = insertWithPath(user, site.room, site.mm).then(
    () => 'inserted',
    (error: pg.DatabaseError) => error.code,
  )
  await blocked(watcher, pidOf(user))
  await mover.query('commit')
  expect(await late).toBe('40001')
  expect((await insertWithPath(user, site.room, mm)).rowCount).toBe(1)

  await user.query('begin')
  await insertWithPath(user, site.room, mm)
  const move = mover.query('update places set parent_id = $2 where id = $1', [site.property, site.mm])
  await blocked(watcher, pidOf(mover))
  await user.query('commit')
  await move
})
