import { dashboard } from '@ats/contract/dashboard.ts'
import { deadLetters } from '@ats/contract/dead-letters.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { deadLetterOf, readerIn } from '#test/readers.ts'
import { administratorOf, siteIn } from '#test/stock.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const mumbai = await siteIn(t, 'Mumbai')
const admin = await administratorOf(t)

/** What each of these people sees, in SQL without the scope filter. */
const watchers: Record<string, { as: Person; sees: string }> = {
  everything: { as: admin, sees: 'true' },
  'a property': { as: people['a property'], sees: `places.property_id = '${indore.property}'` },
  'two rooms': {
    as: people['two rooms in two cities'],
    sees: `places.id in ('${indore.room}', '${pune.room}')`,
  },
}

const overview = async (as: Person, query: Record<string, string> = {}) => {
  const { body, status, text } = await t.call(as, dashboard.overview, { query })
  expect(status, text).toBe(200)
  return body.readers
}

test('where there is no reader, nothing is said of readers', async () => {
  expect(await overview(admin)).toBeNull()
  await readerIn(t, mumbai.room)
  expect(await overview(people['a property'])).toBeNull()
  expect(await overview(admin, { location: 'indore' })).toBeNull()
  expect(await overview(admin)).toMatchObject({ active: 0, silent: 0, lost: 0, deadLetters: 0 })
})

const healths = {
  active: "last_message_at = now(), connection = 'connected'",
  webhook: 'last_message_at = now()',
  silent: "last_message_at = now() - interval '1 day', silent_since = now()",
  'lost and silent': "connection = 'lost', silent_since = now()",
  lost: "connection = 'lost', last_message_at = now()",
  waiting: 'reads = 0',
}

test('the numbers are what the rows say, and what the lists behind them show', async () => {
  for (const [turn, placeId] of [indore.property, indore.aou, indore.room, pune.room, mumbai.mm].entries())
    for (const [index, health] of Object.values(healths).entries())
      for (let made = 0; made <= (turn + index) % 3; made += 1) {
        const { id } = await readerIn(t, placeId)
        await sql`update reader_health set ${sql.raw(health)} where reader_id = ${id}`.execute(t.db)
        if ((turn + index + made) % 2 === 0) await deadLetterOf(t, id)
        if (made === 2) await t.call(admin, readers.revoke, { params: { id } })
      }
  const gone = await readerIn(t, indore.room)
  await t.call(admin, readers.remove, { params: { id: gone.id } })
  await deadLetterOf(t, null)
  for (const [who, { as, sees }] of Object.entries(watchers)) {
    const shown = await overview(as)
    const { rows } = await sql<Record<'active' | 'silent' | 'lost' | 'deadLetters', number>>`
      with mine as (select readers.*, health.* from readers join places on places.id = readers.place_id
        join reader_health as health on health.reader_id = readers.id where ${sql.raw(sees)}),
      working as (select * from mine where removed_at is null and credential_hash is not null)
      select (select count(*)::int from working where silent_since is null
          and connection is distinct from 'lost' and (last_message_at is not null or connection is not null)) as active,
        (select count(*)::int from working where silent_since is not null) as silent,
        (select count(*)::int from working where silent_since is null and connection = 'lost') as lost,
        (select count(*)::int from dead_letters where reader_id in (select id from mine)
          or (reader_id is null and ${as === admin})) as "deadLetters"`.execute(t.db)
    expect(shown, who).toEqual({ ...rows[0], deadLettersIsExact: true })
    for (const status of ['active', 'silent', 'lost'] as const) {
      const listed = await t.call(as, readers.list, { query: { status } })
      expect([who, status, listed.body.total]).toEqual([who, status, shown?.[status]])
      expect(listed.body.total).toBeGreaterThan(0)
    }
    expect((await t.call(as, deadLetters.list)).body.total).toBe(shown?.deadLetters)
  }
})

test('a city narrows them, and nobody is told who does not manage assets', async () => {
  const all = await overview(admin)
  const inPune = await overview(admin, { location: 'pune' })
  expect(inPune?.active).toBeGreaterThan(0)
  expect(inPune?.active).toBeLessThan(all?.active ?? 0)
  await t.db
    .insertInto('roles')
    .values({ name: 'Reads reports', permissions: ['reports'] })
    .execute()
  expect(await overview(await t.person({ role: 'Reads reports', city: 'Indore' }))).toBeNull()
})
