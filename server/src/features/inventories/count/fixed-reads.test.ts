import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { unknownTags } from '@ats/contract/inventories/review.ts'
import type { NewReadPoint } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { type Person, testApp } from '#test/app.ts'
import { classesOf, countingIn, freshRoom, itemsOf, siteOf, step, sweep } from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { pointsOf, readerIn, takeReads } from '#test/readers.ts'
import { administratorOf, freshTag, ledgerOf, placed, stocked } from '#test/stock.ts'
import { nextFixedReads, snapshotUpTo } from './fixed-position.ts'
import { takeFixedReads } from './fixed-reads.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const site = await siteOf(t)
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })

/** What the worker does every few seconds. */
const take = () =>
  takeFixedReads(t.db, (error) => {
    throw error
  })
/** This many seconds from now, when counting has started. */
const inSeconds = (n: number) => new Date(Date.now() + n * 1000).toISOString()

async function readerAt(placeId: string, point: Partial<NewReadPoint> = {}, standsIn = placeId) {
  const reader = await readerIn(t, standsIn)
  await pointsOf(t, reader.id, [{ antenna: 0, placeId, kind: 'room', ...point }])
  return reader
}

/** A room with an asset that is being counted with fixed readers. */
async function counted(plan: object = {}) {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId, fixedReaders: true, ...plan })
  return { id, placeId, tag: asset.rfidTag ?? '' }
}

const classOf = async (id: string, tag: string) =>
  (await itemsOf(t, id)).find((item) => item.tag === tag)?.class
const get = async (id: string, as: Person = admin) =>
  (await call(as, inventories.get, { params: { id } })).body

test('what a reader reads in a room counts as found there, and the reader is named', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  const unknown = freshTag()
  const at = inSeconds(1)
  await takeReads(t, [
    { tag, at, reader: reader.id, rssi: -60 },
    { tag, at: inSeconds(2), reader: reader.id, rssi: -50 },
    { tag: unknown, at, reader: reader.id, rssi: -60 },
  ])
  await take()
  expect(await get(id)).toMatchObject({ found: 1, notFound: 0, unknown: 1, weak: 1 })
  const item = (await itemsOf(t, id)).find((one) => one.tag === tag)
  expect(item).toMatchObject({ class: 'found', reads: 2, rssi: -50, seenBy: [reader.name] })
  const { devices, rooms } = (await call(admin, inventories.progress, { params: { id } })).body
  expect(devices).toMatchObject([{ device: reader.name, user: null, userId: null, tags: 2, unsent: 0 }])
  expect(rooms).toMatchObject([{ placeId, found: 1, access: 1, lastReadAt: expect.any(String) }])
  const lines = (await ledgerOf(t, id)).filter(({ action }) => action === 'inventory.counted')
  expect(lines).toMatchObject([{ actor: null, after: { tags: 2, device: reader.name } }])
  const { body } = await call(admin, unknownTags.list, { query: { inventoryId: id } })
  expect(body.unknownTags.map((one) => one.tag)).toEqual([unknown])
  // A person who did not make the reader may approve.
  expect([(await get(id)).hasCounted, (await get(id, mira)).hasCounted]).toEqual([true, false])
  await step(t, id, 'review')
  expect((await step(t, id, 'approve', mira)).status).toBe('approved')
})

test('taken again, nothing changes; what is new since then is added, also where its writer ends late', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  const late = new pg.Client({ connectionString: t.config.databaseUrl })
  await late.connect()
  await late.query('begin')
  await late.query('select pg_current_xact_id()')
  const first = { tag, at: inSeconds(1), reader: reader.id, rssi: -60 }
  await takeReads(t, [first])
  await Promise.all([take(), take()])
  await take()
  expect((await itemsOf(t, id))[0]).toMatchObject({ reads: 1, weak: true })
  await late.query(
    `insert into tag_reads (tag, read_at, reader_id, antenna, count, place_id, received_at)
      values ($1, $2, $3, 1, 1, $4, $2)`,
    [tag, inSeconds(2), reader.id, placeId],
  )
  await takeReads(t, [first, { ...first, at: inSeconds(3) }])
  await take()
  expect((await itemsOf(t, id))[0]).toMatchObject({ reads: 2 })
  await late.query('commit')
  await late.end()
  await take()
  await take()
  expect((await itemsOf(t, id))[0]).toMatchObject({ reads: 3 })
  expect((await ledgerOf(t, id)).filter(({ action }) => action === 'inventory.counted')).toHaveLength(1)
})

/** Transactions of others, such as those of a bulk job. */
const transactions = (count: number) =>
  sql`do $$ begin for n in 1..${sql.lit(count)} loop perform pg_current_xact_id(); commit; end loop; end $$`.execute(
    t.db,
  )

const next = async (id: string) =>
  inTransaction(t.db, async (tx) => (await nextFixedReads(tx, id))?.isLast ?? false)

test('reads behind thousands of transactions of others are taken in one step', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  await transactions(3000)
  await takeReads(t, [{ tag, at: inSeconds(1), reader: reader.id, rssi: -60 }])
  expect(await next(id)).toBe(true)
  await take()
  expect((await itemsOf(t, id))[0]).toMatchObject({ reads: 1 })
})

test('many reads are taken in several steps, each once, as one plain statement counts them', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  for (let part = 0; part < 3; part += 1)
    await sql`insert into tag_reads (tag, read_at, reader_id, antenna, count, place_id, received_at)
      select case when n % 100 = 0 then ${tag} else ${reader.id} || n % 50 end, at, ${reader.id}, 1, 1 + n % 3, ${placeId}, at
      from generate_series(1, 12000) as n cross join lateral (
        select now() + interval '1 second' + make_interval(secs => ${part}::float8 / 10 + n / 1000000.0) as at
      ) as moment`.execute(t.db)
  expect(await next(id)).toBe(false)
  // A pass over a long backlog ends after some time.
  while (!(await next(id))) await take()
  await take()
  const { rows } = await sql`select tag, sum(count)::int as reads from tag_reads where place_id = ${placeId}
    group by tag order by tag`.execute(t.db)
  const items = (await itemsOf(t, id)).map((item) => ({ tag: item.tag, reads: item.reads }))
  expect(items.toSorted((a, b) => ((a.tag ?? '') < (b.tag ?? '') ? -1 : 1))).toEqual(rows)
})

test('a part of a snapshot knows nothing of what began later', () => {
  expect(snapshotUpTo('10:20:10,15', 30)).toBe('10:20:10,15')
  expect(snapshotUpTo('10:20:10,15', 12)).toBe('10:12:10')
  expect(snapshotUpTo('10:20:10,15', 5)).toBe('5:5:')
  expect(snapshotUpTo('20:20:', 12)).toBe('12:12:')
})

test('neither portals, nor rooms elsewhere, nor weak signals, nor reads from before the start count', async () => {
  const placeId = await freshRoom(t)
  const { rfidTag } = await stocked(t, { placeId })
  const tag = rfidTag ?? ''
  const reader = await readerAt(placeId, { minRssi: -60 })
  const door = await readerAt(placeId, { kind: 'portal' })
  const elsewhere = await readerAt(await freshRoom(t))
  const blank = await readerIn(t, placeId)
  await takeReads(t, [{ tag, at: inSeconds(0), reader: reader.id, rssi: -50 }])
  const { id } = await countingIn(t, { placeId, fixedReaders: true })
  const before = { tag, at: inSeconds(-60), reader: reader.id, rssi: -50 }
  await takeReads(t, [
    before,
    // The clock is ahead: the read was received before.
    { ...before, at: inSeconds(60), received: before.at },
    { tag, at: inSeconds(1), reader: reader.id, rssi: -61 },
    { tag, at: inSeconds(1), reader: door.id },
    { tag, at: inSeconds(1), reader: elsewhere.id },
    { tag, at: inSeconds(1), reader: blank.id },
  ])
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  await takeReads(t, [{ tag, at: inSeconds(2), reader: reader.id, rssi: -60 }])
  await take()
  expect(await classOf(id, tag)).toBe('found')
})

test('a thing that is read in two rooms is where it is expected, else where the signal is strongest', async () => {
  const aou = await placed(t, 'aou', site.property)
  const [one, two] = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const asset = await stocked(t, { placeId: one })
  const unknown = freshTag()
  const { id } = await countingIn(t, { placeId: aou, fixedReaders: true })
  // A room that is added during the count belongs to it too.
  const added = await placed(t, 'room', aou)
  const readers = [await readerAt(one), await readerAt(two), await readerAt(added)]
  const tag = asset.rfidTag ?? ''
  await takeReads(
    t,
    readers.flatMap(({ id: reader }, n) => [
      { tag, at: inSeconds(n), reader, rssi: -70 + n },
      { tag: unknown, at: inSeconds(n), reader, rssi: -70 + n },
    ]),
  )
  await take()
  const items = await itemsOf(t, id)
  const placeOf = (wanted: string) => items.find((item) => item.tag === wanted)
  expect(placeOf(tag)).toMatchObject({ class: 'found', seenPlaceId: one, severalRooms: true })
  expect(placeOf(unknown)).toMatchObject({ class: 'unknown', seenPlaceId: added })
})

test('nothing is taken where that is not planned; chosen later, what was read since the start counts', async () => {
  const { id, placeId, tag } = await counted({ fixedReaders: false })
  const reader = await readerAt(placeId)
  await takeReads(t, [{ tag, at: inSeconds(1), reader: reader.id }])
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  await call(admin, inventories.change, { params: { id }, body: { fixedReaders: true } })
  await take()
  expect(await classOf(id, tag)).toBe('found')
})

test('after counting ended nothing is taken, and a recount begins with what is read from then on', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  const late = { tag, at: inSeconds(0), reader: reader.id }
  await step(t, id, 'review')
  await takeReads(t, [late])
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  await step(t, id, 'recount')
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  // Read long ago and written now, as by a reader that was offline.
  await takeReads(t, [{ ...late, at: new Date(Date.parse(late.at) - 1).toISOString() }])
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  await takeReads(t, [{ ...late, at: inSeconds(5) }])
  await take()
  expect(await classOf(id, tag)).toBe('found')
})

test('whoever counts blind learns nothing by it', async () => {
  const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
  const { id, placeId, tag } = await counted({ blind: true, people: [ravi.id] })
  const reader = await readerAt(placeId)
  const params = { id }
  const answers = async () =>
    JSON.stringify([
      (await call(ravi, inventories.get, { params })).body,
      (await call(ravi, counting.rooms, { params })).body,
      (await call(ravi, inventories.unsent, { params })).body,
      (await call(ravi, inventories.progress, { params })).status,
    ])
  const before = await answers()
  await takeReads(t, [{ tag, at: inSeconds(1), reader: reader.id }])
  await take()
  expect(await answers()).toBe(before)
  const lines = JSON.stringify((await ledgerOf(t, id)).map(({ after }) => after))
  for (const secret of [tag, '"tags"', 'found']) expect(lines.includes(secret), secret).toBe(false)
  const { answers: told } = (await sweep(t, ravi, id, { placeId, reads: [tag] })).body
  expect(told).toMatchObject([{ class: 'counted', assetName: null }])
  expect(await get(id)).toMatchObject({ found: 1 })
})

test('a person with two rooms sees what a reader counted there, and not the name of one that stands elsewhere', async () => {
  const { id, placeId, tag } = await counted()
  const [inside, outside] = [await readerAt(placeId), await readerAt(placeId, {}, site.aou)]
  const limited = await person({ role: 'User', city: 'Indore' })
  await givePlaces(t, limited, [placeId, await freshRoom(t)])
  await takeReads(
    t,
    [inside, outside].map(({ id: reader }) => ({ tag, at: inSeconds(1), reader })),
  )
  await take()
  expect(await classesOf(t, id)).toMatchObject({ found: 1 })
  const namesFor = async (as: Person) => {
    const { devices } = (await call(as, inventories.progress, { params: { id } })).body
    return devices.map(({ device }) => device).toSorted()
  }
  const both = [inside.name, outside.name].toSorted()
  expect(await namesFor(admin)).toEqual(both)
  expect((await itemsOf(t, id))[0]?.seenBy).toEqual(both)
  expect((await namesFor(limited)).filter((name) => name !== null)).toEqual([inside.name])
  expect((await itemsOf(t, id, limited))[0]?.seenBy).toEqual([inside.name])
  expect(JSON.stringify(await ledgerOf(t, id))).not.toContain(outside.name)
})

test('a position from a server whose transactions were counted further begins anew', async () => {
  const { id, placeId, tag } = await counted()
  const reader = await readerAt(placeId)
  const ahead = 1_000_000_000_000
  await takeReads(t, [{ tag, at: inSeconds(0), reader: reader.id }])
  await sql`update inventory_reader_positions set position = ${`${ahead}:${ahead}:`}::pg_snapshot
    where inventory_id = ${id}`.execute(t.db)
  await take()
  expect(await classOf(id, tag)).toBe('not-found')
  await takeReads(t, [{ tag, at: inSeconds(5), reader: reader.id }])
  await take()
  expect(await classOf(id, tag)).toBe('found')
})
