import { audit } from '@ats/contract/audit.ts'
import { deadLetters } from '@ats/contract/dead-letters.ts'
import { masters } from '@ats/contract/masters.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { deadLetterOf, pointsOf, readerIn, takeReads } from '#test/readers.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

async function limited(...places: string[]) {
  const someone = await t.person({ role: 'User', city: 'Delhi' })
  await givePlaces(t, someone, places)
  return someone
}

const hashOfReader = async (id: string) =>
  (await t.db.selectFrom('readers').select('credential_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .credential_hash

test('a reader is added, its password is shown once and kept as a hash', async () => {
  const body = { name: ' Gate 1 ', adapter: 'impinj', placeId: indore.property }
  const { status, body: made } = await call(admin, readers.add, { body })
  expect([status, made.reader.name, made.reader.status]).toEqual([201, 'Gate 1', 'waiting'])
  expect(made.password).toMatch(/^atsr_.{43}$/)
  expect(made.addresses).toMatchObject({
    topic: `readers/${made.reader._id}/reads`,
    username: made.reader._id,
  })
  const { text } = await call(admin, readers.get, { params: { id: made.reader._id } })
  expect(text).not.toContain(made.password)
  expect(await hashOfReader(made.reader._id)).toHaveLength(32)
  const again = await call(admin, readers.add, { body })
  expect([again.status, again.body.fieldCodes?.name?.code]).toEqual([409, 'reader-name-taken'])
})

test('a password is replaced and revoked, and the ledger says who did it without the password', async () => {
  const { id, password } = await readerIn(t, indore.room)
  const rotated = await call(admin, readers.rotate, { params: { id } })
  expect(rotated.body.password).not.toBe(password)
  expect((await call(admin, readers.revoke, { params: { id } })).body.status).toBe('revoked')
  expect(await hashOfReader(id)).toBeNull()
  const { body, text } = await call(admin, audit.list, { query: { recordKind: 'reader', recordId: id } })
  expect(body.events.map(({ action }) => action)).toEqual([
    'reader.credentials-revoked',
    'reader.credentials-made',
    'reader.added',
  ])
  expect(text).not.toContain(rotated.body.password)
})

test('a reader that is removed is gone from the list, and what it read stays', async () => {
  const { id } = await readerIn(t, indore.room)
  await takeReads(t, [{ tag: freshTag(), at: new Date().toISOString(), reader: id }])
  expect((await call(admin, readers.remove, { params: { id } })).status).toBe(200)
  expect((await call(admin, readers.get, { params: { id } })).body.code).toBe('reader-not-found')
  const { rows } = await sql`select from tag_reads where reader_id = ${id}`.execute(t.db)
  expect(rows).toHaveLength(1)
})

test('antennas look into rooms within the place of their reader, with the smoothing of their kind', async () => {
  const { id } = await readerIn(t, indore.aou)
  const { readPoints } = await pointsOf(t, id, [
    { antenna: 1, placeId: indore.room, kind: 'portal' },
    { antenna: 2, placeId: indore.room, kind: 'room', minReads: 5, minRssi: -60 },
  ])
  expect(readPoints).toMatchObject([
    { antenna: 1, kind: 'portal', minReads: 2, windowSeconds: 2, goneSeconds: 10, minRssi: null },
    { antenna: 2, kind: 'room', minReads: 5, windowSeconds: 30, goneSeconds: 1200, minRssi: -60 },
  ])
  const outside = {
    params: { id },
    body: { readPoints: [{ antenna: 1, placeId: mumbai.room, kind: 'room' }] },
  }
  expect((await call(admin, readers.setReadPoints, outside)).body.code).toBe('reader-point-outside')
  const other = await placed(t, 'aou', indore.property)
  const moved = await call(admin, readers.change, { params: { id }, body: { placeId: other } })
  expect(moved.body.readPoints).toEqual([])
})

test.each([
  ['without a name', { name: ' ' }, 'name', 'reader-name-required'],
  ['of an unknown make', { adapter: 'acme' }, 'adapter', 'invalid'],
  ['that is mapped without a mapping', { adapter: 'mapped' }, 'mapping', 'reader-mapping-required'],
  [
    'with a path that is none',
    { adapter: 'mapped', mapping: { tag: 'a..b' } },
    'mapping.tag',
    'reader-path-malformed',
  ],
  [
    'in a place that is none',
    { placeId: '00000000-0000-4000-8000-000000000000' },
    'placeId',
    'place-unknown',
  ],
])('a reader %s is refused', async (_name, wrong, field, code) => {
  const body = { name: 'Gate', adapter: 'impinj', placeId: indore.room, ...wrong }
  const answer = await call(admin, readers.add, { body })
  expect(answer.status).toBe(400)
  expect(answer.body.fieldCodes?.[field]?.code).toBe(code)
})

test('people see the readers of their own places only', async () => {
  const [near, far] = [await readerIn(t, indore.room), await readerIn(t, mumbai.room)]
  const someone = await limited(indore.room)
  const { body } = await call(someone, readers.list, { query: { size: '500' } })
  expect(body.readers.map(({ _id }) => _id)).toContain(near.id)
  expect(body.readers.map(({ _id }) => _id)).not.toContain(far.id)
  expect((await call(someone, readers.get, { params: { id: far.id } })).status).toBe(404)
  const found = await call(admin, readers.list, {
    query: { search: near.name, location: 'indore', status: 'waiting' },
  })
  expect(found.body.readers.map(({ _id }) => _id)).toEqual([near.id])
})

test('what is read now is shown with its asset, its place and whether it counts', async () => {
  const { id, name } = await readerIn(t, indore.room)
  await pointsOf(t, id, [{ antenna: 1, placeId: indore.room, kind: 'portal', minRssi: -60 }])
  const asset = await stocked(t, { placeId: indore.room })
  const at = new Date().toISOString()
  const tag = asset.rfidTag ?? ''
  const other = freshTag()
  await takeReads(t, [
    { tag, at, reader: id, rssi: -50 },
    { tag: other, at, reader: id, rssi: -70 },
  ])
  const { body } = await call(admin, readers.reads, { query: { readerId: id } })
  const [known, weak] = [tag, other].map((one) => body.reads.find((read) => read.tag === one))
  expect(known).toMatchObject({ reader: name, counts: true, antenna: 1, asset: { _id: asset._id } })
  expect(known?.placeNames?.[0]).toBe('Indore')
  expect(weak).toMatchObject({ counts: false, asset: null })
  const someone = await limited(mumbai.room)
  expect((await call(someone, readers.reads, { query: { readerId: id } })).body.reads).toEqual([])
})

test('messages that could not be written are tried again or thrown away', async () => {
  const { id } = await readerIn(t, indore.room)
  const [first, second] = [await deadLetterOf(t, id), await deadLetterOf(t, id)]
  const listed = await call(admin, deadLetters.list, { query: { readerId: id } })
  expect(listed.body.deadLetters.map(({ _id }) => _id).toSorted()).toEqual([first, second].toSorted())
  const ids = [first]
  expect((await call(admin, deadLetters.replay, { body: { ids, times: 'as-received' } })).body.done).toBe(1)
  expect((await call(admin, deadLetters.discard, { body: { ids: [second] } })).body.done).toBe(1)
  const left = await call(admin, deadLetters.list, { query: { readerId: id } })
  expect(left.body.deadLetters).toMatchObject([
    {
      _id: first,
      replaying: true,
      reason: 'unreadable',
      expected: ['tagInventoryEvent.epcHex', 'timestamp'],
    },
  ])
  const someone = await limited(mumbai.room)
  expect((await call(someone, deadLetters.replay, { body: { ids } })).body).toMatchObject({
    done: 0,
    failed: 1,
  })
  const orphan = await deadLetterOf(t, null)
  const theirs = await call(someone, deadLetters.list, { query: { size: '500' } })
  expect(theirs.body.deadLetters.map(({ _id }) => _id)).not.toContain(orphan)
})

test('a place with a reader is in use, and takes its readers along when it is merged', async () => {
  const [from, into] = [await placed(t, 'room', indore.aou), await placed(t, 'room', indore.aou)]
  const { id } = await readerIn(t, from)
  await pointsOf(t, id, [{ antenna: 0, placeId: from, kind: 'room' }])
  const params = { kind: 'room', id: from }
  expect((await call(admin, masters.remove, { params })).status).toBe(409)
  expect((await call(admin, masters.merge, { params, body: { into } })).status).toBe(200)
  const { body } = await call(admin, readers.get, { params: { id } })
  expect([body.reader.placeId, body.reader.readPoints[0]?.placeId]).toEqual([into, into])
})
