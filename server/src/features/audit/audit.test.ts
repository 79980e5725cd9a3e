import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { type AuditEvent, audit } from '@ats/contract/audit.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions, signedIn } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { masters } from '@ats/contract/masters.ts'
import { actionsOf, recordKinds } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { rowsOf } from '#test/exports.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')

const linesFor = async (as: Person, query: Record<string, string> = {}) => {
  const { body, text, status } = await t.call(as, audit.list, { query: { size: '500', ...query } })
  if (status !== 200) throw new Error(text)
  return body
}
const idsOf = (events: AuditEvent[]) => events.map(({ recordId }) => recordId)
await t.db
  .insertInto('roles')
  .values({ name: 'Users and assets', permissions: ['user-management', 'manage-asset'] })
  .execute()
const manager = (city: string) => t.person({ role: 'Users and assets', city })

/** A past ledger entry, or one with an actor or action that nothing else in this file uses. */
async function written(given: { at?: string; action?: string; actor?: string; place?: string } = {}) {
  const { at = '2020-05-05T12:00:00Z', action = 'vendor.changed', actor = null, place = null } = given
  const { rows } = await sql<{ id: number }>`
    insert into events (at, actor_id, action, record_kind, record_id, place_id, request_id)
    values (${at}, ${actor}, ${action}, ${action.split('.')[0]}, ${randomUUID()}, ${place}, 'test')
    returning id`.execute(t.db)
  return rows[0]?.id ?? 0
}

test('a change is shown with who, what, where, before and after, newest first', async () => {
  const asset = await stocked(t, { placeId: indore.room, model: 'One' })
  await t.call(admin, assets.update, { params: { id: asset._id }, body: { model: 'Two' } })
  const { events, total } = await linesFor(admin, { recordKind: 'asset', recordId: asset._id })
  expect(events).toMatchObject([
    {
      action: 'asset.changed',
      by: admin.name,
      recordKind: 'asset',
      place: expect.stringMatching(/^Indore > mm .* > room /),
      before: { model: 'One' },
      after: { model: 'Two' },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    },
    { action: 'asset.registered', before: null, after: { model: 'One' } },
  ])
  expect(total).toBe(2)
})

test('a move is a line that both places see, each without the name of the other', async () => {
  const [here, there, elsewhere] = [await manager('Indore'), await manager('Mumbai'), await manager('Delhi')]
  const { _id: recordId } = await stocked(t, { placeId: indore.room })
  await t.call(admin, assets.update, { params: { id: recordId }, body: { location: 'mumbai' } })
  const moves = async (as: Person, query: Record<string, string> = {}) =>
    (await linesFor(as, { recordId, action: 'asset.changed', ...query })).events
  const path = expect.stringMatching(/^Indore > mm .* > room /)
  expect(await moves(here)).toMatchObject([{ place: path, before: { place: path }, after: { place: null } }])
  expect(await moves(there)).toMatchObject([
    { place: 'Mumbai', before: { place: null }, after: { place: 'Mumbai' } },
  ])
  expect(await moves(elsewhere)).toEqual([])
  expect(await moves(admin)).toMatchObject([
    { place: 'Mumbai', before: { place: path }, after: { place: 'Mumbai' } },
  ])
  for (const placeId of [indore.room, indore.mm, mumbai.city])
    expect(await moves(admin, { placeId })).toHaveLength(1)
  for (const placeId of [mumbai.room]) expect(await moves(admin, { placeId })).toEqual([])
  const { rows } =
    await sql`select before ->> 'placeId' as before, after ->> 'placeId' as after, from_place_id as "left"
    from events where record_id = ${recordId} and action = 'asset.changed'`.execute(t.db)
  expect(rows).toEqual([{ before: indore.room, after: mumbai.city, left: indore.room }])
})

describe('filters', () => {
  test('by person, action and kind', async () => {
    const someone = await t.person({ role: 'Admin' })
    const asset = await stocked(t, {}, someone)
    await t.call(someone, assets.remove, { params: { id: asset._id } })
    const actions = async (query: Record<string, string>) =>
      (await linesFor(admin, { userId: someone.id, ...query })).events.map(({ action }) => action)
    expect(await actions({})).toEqual(['asset.deleted', 'asset.registered'])
    expect(await actions({ direction: 'asc' })).toEqual(['asset.registered', 'asset.deleted'])
    expect(await actions({ action: 'asset.deleted' })).toEqual(['asset.deleted'])
    expect(await actions({ recordKind: 'asset' })).toHaveLength(2)
    expect(await actions({ recordKind: 'role' })).toEqual([])
    expect(await actions({ recordKind: 'role', action: 'asset.deleted' })).toEqual([])
  })

  test('a place stands for all below it, a city for all of it', async () => {
    const [inRoom, inCity] = [
      await stocked(t, { placeId: indore.room }),
      await stocked(t, { location: 'indore' }),
    ]
    const seen = async (query: Record<string, string>) => idsOf((await linesFor(admin, query)).events)
    expect(await seen({ placeId: indore.mm })).toContain(inRoom._id)
    expect(await seen({ placeId: indore.mm })).not.toContain(inCity._id)
    expect(await seen({ placeId: indore.room })).toContain(inRoom._id)
    expect(await seen({ location: 'indore' })).toEqual(expect.arrayContaining([inRoom._id, inCity._id]))
    expect(await seen({ location: 'mumbai' })).not.toContain(inRoom._id)
  })

  test('from and to are whole days, and either may stand alone', async () => {
    const action = 'vendor.merged'
    const [before, first, last, after] = [
      await written({ action, at: '2021-03-09T23:59:59.999Z' }),
      await written({ action, at: '2021-03-10T00:00:00Z' }),
      await written({ action, at: '2021-03-11T23:59:59.999Z' }),
      await written({ action, at: '2021-03-12T00:00:00Z' }),
    ]
    const seen = async (query: Record<string, string>) =>
      (await linesFor(admin, { action, ...query })).events.map(({ id }) => id)
    expect(await seen({ from: '2021-03-10', to: '2021-03-11' })).toEqual([last, first])
    expect(await seen({ from: '2021-03-12' })).toEqual([after])
    expect(await seen({ to: '2021-03-09' })).toEqual([before])
    expect(await seen({ from: '2021-03-12', to: '2021-03-09' })).toEqual([])
  })

  test.each([
    ['from', 'yesterday'],
    ['to', '2026-02-30'],
    ['userId', 'someone'],
    ['action', 'asset.exploded'],
    ['recordKind', 'ghost'],
    ['placeId', randomUUID()],
  ])('%s refuses %s', async (field, value) => {
    const { status, body } = await t.call(admin, audit.list, { query: { [field]: value } })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('a city or a place out of scope is unknown', async () => {
    const someone = await manager('Indore')
    const status = async (query: Record<string, string>) =>
      (await t.call(someone, audit.list, { query })).status
    expect(await status({ location: 'mumbai' })).toBe(404)
    expect(await status({ placeId: mumbai.room })).toBe(400)
    expect(await status({ placeId: indore.room })).toBe(200)
  })
})

describe('reach', () => {
  test('one sees the lines of places within scope, and of what has no place what everyone shares', async () => {
    const [here, there] = [await manager('Indore'), await manager('Mumbai')]
    const asset = await stocked(t, { placeId: indore.room })
    const shared = await written()
    const nowhere = await written({ action: 'asset.changed' })
    expect(idsOf((await linesFor(here)).events)).toContain(asset._id)
    expect(idsOf((await linesFor(there)).events)).not.toContain(asset._id)
    for (const { events } of [await linesFor(here), await linesFor(there)]) {
      expect(events.map(({ id }) => id)).not.toContain(nowhere)
      expect(events.map(({ id }) => id)).toContain(shared)
    }
    expect((await linesFor(admin)).events.map(({ id }) => id)).toContain(nowhere)
  })

  test('where something came from stays unsaid to those who cannot look there', async () => {
    const asset = await stocked(t, { location: 'mumbai', placeId: mumbai.room })
    await t.call(admin, assets.update, {
      params: { id: asset._id },
      body: { location: 'indore', placeId: indore.room },
    })
    const person = await t.person({ role: 'Sub User', city: 'Mumbai' })
    const places = { location: 'indore', places: [indore.room, mumbai.room] }
    await t.call(admin, users.update, { params: { id: person.id }, body: places })
    const other = await siteIn(t, 'Mumbai')
    await t.call(admin, masters.update, {
      params: { kind: 'room', id: other.room },
      body: { parentId: indore.aou },
    })

    const someone = await manager('Indore')
    const newest = async (recordId: string) => (await linesFor(someone, { recordId })).events
    expect(await newest(asset._id)).toMatchObject([
      { before: { place: null }, after: { place: expect.stringMatching(/^Indore/) } },
    ])
    expect(await newest(person.id)).toMatchObject([
      {
        before: { location: null, places: [] },
        after: {
          location: 'indore',
          places: expect.arrayContaining([null, expect.stringMatching(/^Indore/)]),
        },
      },
      { action: 'user.created', place: null, after: { location: null } },
    ])
    const [moved, made] = await newest(other.room)
    expect(moved).toMatchObject({ before: { path: null }, after: { path: expect.stringMatching(/^Indore/) } })
    expect(made?.before).toBeNull()
    expect(JSON.stringify(await linesFor(someone))).not.toMatch(/mumbai/i)
    const exported = await rowsOf(t, someone, { list: 'audit' })
    expect(exported.length).toBeGreaterThan(3)
    expect(JSON.stringify(exported)).not.toMatch(/mumbai/i)
  })
})

const dayFrom = (start: number, days: number) =>
  new Date(start + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['long ago', 'brand', Date.UTC(2019, 0, 1)],
  ['in the last days', 'vendor', Date.now() - 8 * 86_400_000],
])(
  'beyond what anyone counts the list says so, and still turns its pages in order, %s',
  async (_, kind, start) => {
    const actor = (await t.person({ city: 'Delhi' })).id
    const place = (await siteIn(t, 'Delhi')).room
    await sql`insert into events (at, actor_id, action, record_kind, record_id, place_id, request_id)
    select ${new Date(start).toISOString()}::timestamptz + n * interval '30 seconds', ${actor}, ${`${kind}.merged`}, ${kind}, ${randomUUID()},
      ${place}, 'many' from generate_series(1, 10050) as n`.execute(t.db)
    const delhi = await manager('Delhi')
    const filters: [Person, Record<string, string>][] = [
      [admin, { userId: actor }],
      [admin, { action: `${kind}.merged` }],
      [admin, { recordKind: kind }],
      [admin, { placeId: place }],
      [admin, { userId: actor, from: dayFrom(start, 0) }],
      [admin, { placeId: place, to: dayFrom(start, 5) }],
      [delhi, { recordKind: kind }],
    ]
    for (const direction of ['desc', 'asc'])
      for (const [as, filter] of filters) {
        const query = { size: '20', direction, ...filter }
        const first = (await t.call(as, audit.list, { query })).body
        // Entries of the last days that have to be tested are counted no further.
        const most = as === delhi && kind === 'vendor' ? 1000 : 10_000
        expect([first.total, first.totalIsExact, first.last, first.from]).toEqual([most, false, null, 1])
        const cursor = first.next ?? ''
        const second = (await t.call(as, audit.list, { query: { ...query, cursor } })).body
        const back = (await t.call(as, audit.list, { query: { ...query, cursor: second.previous ?? '' } }))
          .body
        const ids = [...first.events, ...second.events].map(({ id }) => id)
        const sign = direction === 'asc' ? 1 : -1
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => sign * (a - b)))
        expect([ids.length, back.events]).toEqual([40, first.events])
      }
  },
)

test('who sees a city gets the newest page of a long list without a count of all years', async () => {
  const place = (await siteIn(t, 'Delhi')).room
  const delhi = await manager('Delhi')
  const days = (ago: number, many: number) =>
    sql`insert into events (at, actor_id, action, record_kind, record_id, place_id, request_id)
      select now() - make_interval(days => ${ago}) + n * interval '1 second', ${delhi.id}, 'asset-name.merged', 'asset-name',
        ${randomUUID()}, ${place}, 'newest' from generate_series(1, ${many}) as n`.execute(t.db)
  await days(900, 20_100)
  await days(100, 50)
  const query = { size: '20', recordKind: 'asset-name', direction: 'desc' }
  const first = (await t.call(delhi, audit.list, { query })).body
  expect([first.events.length, first.total < 100, first.totalIsExact, first.last]).toEqual([
    20,
    true,
    false,
    null,
  ])
  const next = (await t.call(delhi, audit.list, { query: { ...query, cursor: first.next ?? '' } })).body
  const ids = [...first.events, ...next.events].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  expect([next.events.length, next.totalIsExact]).toEqual([20, false])
})

test('a file of it holds what the list shows', async () => {
  const asset = await stocked(t, { placeId: indore.room, model: '=1+1' })
  await t.call(admin, assets.update, { params: { id: asset._id }, body: { model: 'Two' } })
  const rows = await rowsOf(t, admin, { list: 'audit', filter: { recordKind: 'asset', recordId: asset._id } })
  const [changed, registered] = rows
  expect(rows).toHaveLength(2)
  expect(changed).toMatchObject({ Person: admin.name, Action: 'asset.changed', 'Record ID': asset._id })
  expect(JSON.parse(changed?.Before ?? '')).toEqual({ model: '=1+1' })
  expect(registered).toMatchObject({
    Before: '',
    'Record Kind': 'asset',
    Time: expect.stringMatching(/\+00$/),
  })
})

test('no secret is ever in the ledger, and every line is of a declared action', async () => {
  const person = await t.person({ role: 'Admin', city: 'Pune' })
  const fresh = 'Marble-Fox-2931'
  const body = { email: person.email, password: testPassword }
  const { token } = signedIn.parse((await t.call(null, sessions.login, { body })).body)
  await t.call(admin, users.update, { params: { id: person.id }, body: { password: fresh, name: 'Renamed' } })
  await t.call(null, passwords.forgot, { body: { email: person.email } })
  const { rows } = await sql<{ line: string; action: string; kind: string }>`
    select events::text as line, action, record_kind as kind from events`.execute(t.db)
  const all = rows.map(({ line }) => line).join('\n')
  for (const secret of [testPassword, fresh, token, 'scrypt', 'argon', 'ats_', 'hash'])
    expect(all).not.toContain(secret)
  const declared = new Map(recordKinds.flatMap((kind) => actionsOf(kind).map((action) => [action, kind])))
  expect(rows.filter(({ action, kind }) => declared.get(action as never) !== kind)).toEqual([])
})
