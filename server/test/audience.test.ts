import { randomUUID } from 'node:crypto'
import { audit } from '@ats/contract/audit.ts'
import { type LiveMessage, live, readLive } from '@ats/contract/live.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { actionsOf, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { siteIn, withHeader } from './stock.ts'

const t = await testApp()
const [indore, mumbai] = [await siteIn(t, 'Indore'), await siteIn(t, 'Mumbai')]

async function someone(granted: readonly string[], { everywhere = false, places = [] as string[] } = {}) {
  const name = randomUUID()
  await t.db
    .insertInto('roles')
    .values({ name, permissions: [...granted], everywhere })
    .execute()
  const person = await t.person({ role: name, city: 'Indore' })
  const rows = places.map((place_id) => ({ user_id: person.id, place_id }))
  if (rows.length > 0) await t.db.insertInto('user_places').values(rows).execute()
  return person
}

/** Everybody who may open the audit log: it needs User Management or Reports. */
const readers = {
  'an administrator': await someone(permissions, { everywhere: true }),
  'a manager of users everywhere': await someone(['user-management'], { everywhere: true }),
  'a manager of users in a city': await someone(['user-management']),
  'a manager of users and assets in a city': await someone(['user-management', 'manage-asset']),
  'a manager of users in a city who reads reports': await someone(['user-management', 'reports']),
  'a manager of a property': await someone(['user-management', 'manage-asset'], {
    places: [indore.property],
  }),
  'a manager of a room': await someone(['user-management', 'manage-asset'], { places: [indore.room] }),
  'a manager of rooms in two cities': await someone(['user-management', 'manage-asset'], {
    places: [indore.room, mumbai.room],
  }),
  'a manager of users in an MM': await someone(['user-management'], { places: [indore.mm] }),
}

async function listen(as: Person, since?: string) {
  const headers = since === undefined ? as : withHeader(as, 'last-event-id', since)
  const { text } = await t.call(headers, live.stream, { query: { seconds: '0' } })
  return text.split('\n\n').filter(Boolean).map(readLive)
}

/** Entries of a kind in each place and in none, by the person and by somebody else, and about the person. */
async function writeLines(kind: RecordKind, reader: Person): Promise<Map<number, string>> {
  const { role_id } = await t.db
    .selectFrom('users')
    .select('role_id')
    .where('id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const own = kind === 'user' ? [reader.id] : kind === 'role' ? [role_id] : []
  const lines = [null, indore.city, indore.mm, indore.room, mumbai.city, mumbai.room].flatMap((place) =>
    [null, reader.id, randomUUID()].flatMap((actor) =>
      [randomUUID(), ...own].map((record) => ({ place, actor, record })),
    ),
  )
  const written = new Map<number, string>()
  for (const { place, actor, record } of lines) {
    const { rows } = await sql<{ id: number }>`
      insert into events (actor_id, action, record_kind, record_id, place_id, request_id)
      values (${actor}, ${actionsOf(kind)[0]}, ${kind}, ${record}, ${place}, 'test') returning id`.execute(
      t.db,
    )
    written.set(rows[0]?.id ?? 0, JSON.stringify({ place, actor, record }))
  }
  return written
}

const eventsIn = (messages: LiveMessage[]) =>
  messages.flatMap((message) => (message.type === 'events' ? message.events : []))

test.each(Object.entries(readers))(
  '%s reads in the audit log exactly what the stream tells',
  async (_, as) => {
    const told: Record<string, number> = {}
    const positionOf = (messages: Awaited<ReturnType<typeof listen>>) =>
      messages.findLast(({ position }) => position !== undefined)?.position
    // One stream for each kind, because a person may open only so many.
    let since = positionOf(await listen(as))
    for (const kind of recordKinds) {
      const written = await writeLines(kind, as)
      const messages = await listen(as, since)
      since = positionOf(messages) ?? since
      const heard = eventsIn(messages.map(({ message }) => message)).map(({ id }) => id)
      const { body } = await t.call(as, audit.list, { query: { recordKind: kind, size: '500' } })
      const read = body.events.map(({ id }) => id)
      const facts = (ids: number[]) => ids.flatMap((id) => written.get(id) ?? []).sort()
      expect(facts(read), kind).toEqual(facts(heard))
      told[kind] = facts(heard).length
    }
    // Two empty results would be equal too.
    expect(told.brand).toBe(18)
    expect(told.user).toBeGreaterThan(0)
  },
)

const assetLines = async (as: Person) =>
  (await t.call(as, audit.list, { query: { recordKind: 'asset' } })).body.total

test('lines about assets need Manage Asset or Reports', async () => {
  await writeLines('asset', readers['an administrator'])
  expect(await assetLines(readers['a manager of users in a city'])).toBe(0)
  expect(await assetLines(readers['a manager of users everywhere'])).toBe(0)
  expect(await assetLines(readers['a manager of users and assets in a city'])).toBeGreaterThan(0)
  expect(await assetLines(readers['a manager of users in a city who reads reports'])).toBeGreaterThan(0)
  expect(await assetLines(readers['an administrator'])).toBeGreaterThan(0)
})
