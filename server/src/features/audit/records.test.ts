import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { audit } from '@ats/contract/audit.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, freshTag, siteIn, stocked } from '#test/stock.ts'

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
const { call, db, person } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const watcher = new pg.Client({ connectionString: t.ownerUrl })
await watcher.connect()
afterAll(() => watcher.end())

await sql`insert into roles (name, permissions) values ('Manager', '{user-management,manage-asset}')`.execute(
  db,
)
async function managerOf(...places: string[]) {
  const manager = await person({ role: 'Manager', city: 'Indore' })
  for (const place of places)
    await sql`insert into user_places (user_id, place_id) values (${manager.id}, ${place})`.execute(db)
  return manager
}

const found = async (as: Person, query: Record<string, string>) =>
  (await call(as, audit.list, { query: { size: '500', ...query } })).body
const recordsOf = async (as: Person, search: string) =>
  new Set((await found(as, { search })).events.map(({ recordId }) => recordId))

describe('what a record is called', () => {
  test('an asset by its label and name, a person by their full name and number, a place by the way to it', async () => {
    const asset = await stocked(t, { placeId: indore.room, assetName: 'Oak desk' })
    const someone = await person({ name: 'Meera', city: 'Indore' })
    const { body } = await call(admin, users.update, {
      params: { id: someone.id },
      body: { lastname: 'Iyer' },
    })
    const room = await call(admin, masters.create, {
      params: { kind: 'room' },
      body: { name: 'Green room', parentId: indore.aou },
    })
    const line = async (recordId: string) => (await found(admin, { recordId })).events[0]
    expect(await line(asset._id)).toMatchObject({ readableId: asset.assetTagId, recordName: 'Oak desk' })
    expect(await line(someone.id)).toMatchObject({
      ...{ readableId: String(body.number), recordName: 'Meera Iyer' },
    })
    expect(await line(room.body.id)).toMatchObject({
      recordName: expect.stringMatching(/^Indore > mm .* > Green room$/),
    })
  })

  test('a role or a master that is gone keeps the name it had', async () => {
    const name = randomUUID()
    const { role } = (await call(admin, roles.create, { body: { roleName: name } })).body
    await call(admin, roles.remove, { params: { id: role.id } })
    const brand = await call(admin, masters.create, { params: { kind: 'brand' }, body: { name: `b${name}` } })
    await call(admin, masters.remove, { params: { kind: 'brand', id: brand.body.id } })
    for (const [recordId, called] of [
      [role.id, { recordName: name, readableId: String(role.number) }],
      [brand.body.id, { recordName: `b${name}` }],
    ] as const)
      expect((await found(admin, { recordId })).events).toMatchObject([called, called])
    expect(await recordsOf(admin, name)).toEqual(new Set([role.id]))
    expect(await recordsOf(admin, `b${name}`)).toEqual(new Set([brand.body.id]))
  })
})

test('a search finds by label, tag, former tag, serial number, name, email and number', async () => {
  const serialNo = randomUUID()
  const asset = await stocked(t, { placeId: indore.room, serialNo, assetName: `Lamp ${serialNo}` })
  const someone = await person({ name: `Zubin${serialNo.slice(0, 8)}`, city: 'Indore' })
  const tag = freshTag()
  await call(admin, assetTags.replace, { params: { id: asset._id }, body: { rfidTag: tag } })
  const { number } = (await call(admin, users.get, { params: { id: someone.id } })).body
  for (const code of [asset.assetTagId.toLowerCase(), tag, asset.rfidTag ?? '', serialNo])
    expect((await recordsOf(admin, code)).has(asset._id), code).toBe(true)
  expect(await recordsOf(admin, asset.assetTagId)).toEqual(new Set([asset._id]))
  for (const text of [`zubin${serialNo.slice(0, 8)}`, someone.email, String(number)])
    expect(await recordsOf(admin, text), text).toContain(someone.id)
  expect((await found(admin, { search: asset.assetTagId, action: 'asset.tag-replaced' })).total).toBe(1)
  expect((await found(admin, { search: randomUUID() })).total).toBe(0)
  const { status } = await call(admin, audit.list, { query: { search: 'x'.repeat(201) } })
  expect(status).toBe(400)
})

test('one line has an address, for those who may know of it', async () => {
  const asset = await stocked(t, { placeId: indore.room })
  const [line] = (await found(admin, { recordId: asset._id })).events
  const get = (as: Person) => call(as, audit.get, { params: { id: String(line?.id) } })
  expect((await get(admin)).body).toEqual({ ...line, ownTexts: {} })
  expect((await get(await managerOf(indore.room))).status).toBe(200)
  expect((await get(await managerOf(await t.cityId('Mumbai')))).status).toBe(404)
  expect((await call(admin, audit.get, { params: { id: 'x' } })).status).toBe(400)
})

describe('people of a manager', () => {
  const aboutPerson = async (as: Person, id: string) => (await found(as, { recordId: id })).events

  test('who was given a property, or two rooms, finds what happened to the people there and to nobody else', async () => {
    const mumbai = await siteIn(t, 'Mumbai')
    const manager = await managerOf(indore.property)
    const ofRooms = await managerOf(indore.room, mumbai.room)
    const body = { password: 'Marble-Fox-2931', role: 'sub user', location: 'indore' }
    const made = async (email: string, places: string[]) =>
      (await call(admin, users.register, { body: { ...body, name: 'Hand', email, places } })).body.user._id
    const inRoom = await made('hand-room@example.com', [indore.room])
    const ofCity = await made('hand-city@example.com', [])
    const both = await made('hand-both@example.com', [indore.room, mumbai.room])
    await call(admin, users.update, { params: { id: inRoom }, body: { places: [indore.room, indore.aou] } })

    expect(await aboutPerson(manager, inRoom)).toMatchObject([
      { action: 'user.changed', place: 'Indore', recordName: 'Hand' },
      { action: 'user.created' },
    ])
    expect(await aboutPerson(manager, ofCity)).toEqual([])
    expect(await aboutPerson(manager, both)).toEqual([])
    expect(await aboutPerson(ofRooms, both)).toHaveLength(1)
    expect(await aboutPerson(ofRooms, inRoom)).toEqual([])
    await call(admin, users.remove, { params: { id: inRoom } })
    expect((await aboutPerson(manager, inRoom))[0]).toMatchObject({ action: 'user.deleted' })
    expect(await recordsOf(manager, 'Hand')).toEqual(new Set([inRoom]))
    expect(JSON.stringify(await found(manager, {}))).not.toMatch(/mumbai/i)
  })
})

test('no search reads the ledger from end to end', async () => {
  const asset = await stocked(t, { placeId: indore.room, assetName: 'Rare lamp' })
  await sql`insert into events (action, record_kind, record_id, place_id, readable_id, record_name, request_id)
    select 'asset.changed', 'asset', uuidv7(), ${indore.room}, 'A' || n, 'Chair ' || n % 50, 'many'
    from generate_series(1, 60000) as n`.execute(db)
  await watcher.query('vacuum analyze events')
  const readings = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await watcher.query<{ scans: string; read: string }>(
      `select (sum(seq_scan) filter (where n_live_tup > 0))::int as scans, sum(seq_tup_read + idx_tup_fetch)::int as read
      from pg_stat_user_tables
      where relid in (select relid from pg_partition_tree('events') where isleaf)`,
    )
    return { scans: Number(rows[0]?.scans), read: Number(rows[0]?.read) }
  }
  const wrong: string[] = []
  for (const as of [admin, await managerOf(indore.property), await managerOf(indore.room)])
    for (const search of [
      asset.assetTagId,
      asset.rfidTag ?? '',
      'Rare lamp',
      'Chair 7',
      'No such thing',
      '7',
    ]) {
      const before = await readings()
      const { status } = await call(as, audit.list, { query: { search, size: '25' } })
      const after = await readings()
      const [scans, read] = [after.scans - before.scans, after.read - before.read]
      if (status !== 200 || scans > 0 || read > 15_000) wrong.push(`${search}: ${status}, ${scans}, ${read}`)
    }
  expect(wrong).toEqual([])
  expect((await call(admin, assets.get, { params: { id: asset._id } })).status).toBe(200)
})
