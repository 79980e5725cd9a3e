import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Call, testApp } from './app.ts'
import { csvOf, importer } from './imports.ts'
import { limitedPeople } from './limited-people.ts'
import type { Attempt } from './scope-attempt.ts'
import { attemptsAt, callsNotTried } from './scope-attempts.ts'
import { assetsOf, expectNothing, namesOf, reads, secretsOf, townIn } from './scope-town.ts'
import { freshTag, placed, stocked } from './stock.ts'

const t = await testApp()
const { people, indore, pune } = await limitedPeople(t)
const [around, mumbai] = [await townIn(t, 'Indore'), await townIn(t, 'Mumbai')]
const asset = (placeId: string, location = 'indore') =>
  stocked(t, { location, placeId, serialNo: `SN${freshTag()}`, model: `MO${freshTag()}` })

/** Next to a person's place: a place with an asset, below the same parent. */
async function beside(kind: 'mm' | 'property' | 'aou' | 'room', parentId: string) {
  const placeId = await placed(t, kind, parentId)
  return { kind, placeId, inPlace: await asset(placeId), inParent: await asset(parentId) }
}
const inside: Record<keyof typeof people, Awaited<ReturnType<typeof asset>>> = {
  'an MM': await asset(indore.mm),
  'a property': await asset(indore.property),
  'an AoU': await asset(indore.aou),
  'two rooms in two cities': await asset(indore.room),
  'a property outside of their home city': await asset(indore.property),
}
const neighbours: Record<keyof typeof people, Awaited<ReturnType<typeof beside>>> = {
  'an MM': await beside('mm', indore.city),
  'a property': await beside('property', indore.mm),
  'an AoU': await beside('aou', indore.property),
  'two rooms in two cities': await beside('room', indore.aou),
  'a property outside of their home city': await beside('property', indore.mm),
}
await asset(pune.room, 'pune')

/** Tables that failed requests may change: last use of sessions, throttles, idempotency keys and ledger positions. */
const notCompared = ['sessions', 'throttles', 'idempotency_keys', 'followers', 'security_events']

/** Everything that a failed request must leave unchanged: the number of rows of each table, and a digest of them. */
async function everything(...except: string[]) {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${[...notCompared, ...except]}) order by 1`.execute(t.db)
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await sql`select count(*), md5(string_agg(t::text, chr(10) order by t::text))
      from ${sql.table(name)} t`.execute(t.db)
    return [name, rows[0]]
  })
  return Object.fromEntries(await Promise.all(dumps))
}

/** Checking an import writes its rows and ledger entries, whatever it finds. */
const ofImports = ['imports', 'import_headers', 'events']

const targetOf = (name: keyof typeof people) => {
  const { kind, placeId, inPlace } = neighbours[name]
  const own = inside[name]
  const ownPlace = { id: own.placeId, kind: kind }
  return { own: own._id, ownPlace, asset: inPlace, placeId, kind, others: around }
}

test('every call that changes something is tried, or is about no place', () => {
  const missing = callsNotTried(attemptsAt(targetOf('an MM'), people['an MM']))
  const sentence = `Say in server/test/matrix-*-rows.ts what people elsewhere get, or try in server/test/scope-attempts.ts: ${missing.join(', ')}`
  expect(missing, sentence).toEqual([])
})

describe.each(Object.keys(people) as (keyof typeof people)[])('someone who has only %s', (name) => {
  const person = people[name]
  const { placeId, inPlace, inParent } = neighbours[name]

  test('sees nothing outside of it through any call', async () => {
    const outside = [inPlace, inParent, ...assetsOf(around), ...assetsOf(mumbai)]
    const secrets = [
      ...secretsOf(
        outside,
        [placeId, around.site.room, mumbai.site.room],
        [around.resident, mumbai.resident],
      ),
      ...(await namesOf(t, [placeId, around.site.room, mumbai.site.property])),
      'Mumbai',
      ...[around, mumbai].flatMap(({ inventories, readers, cover }) => [
        ...[inventories.tag, readers.name, readers.id, cover.name, cover._id],
      ]),
    ]
    const ids = [
      inPlace._id,
      placeId,
      around.resident.id,
      around.helpRequest,
      around.inventories.counting,
      around.readers.id,
      around.cover._id,
      around.certificate,
    ]
    const of = { ...around, inRoom: inPlace, gone: around.gone, site: { ...around.site, room: placeId } }
    for (const { endpoint } of reads) await expectNothing(t, person, endpoint, { of, ids, secrets })
  })

  test('changes nothing outside of it through any call', async () => {
    const attempts: [Attempt, Call][] = []
    for (const attempt of attemptsAt(targetOf(name), person)) attempts.push([attempt, await attempt.input(t)])
    const before = await everything()
    for (const [attempt, input] of attempts) {
      const answer = await t.call(person, attempt.endpoint, input)
      const said = `${attempt.endpoint.method} ${attempt.endpoint.path}: ${answer.text.slice(0, 200)}`
      if (attempt.refused === 'each')
        expect([answer.status, JSON.parse(answer.text).done], said).toEqual([200, 0])
      else expect(attempt.refused, said).toContain(answer.status)
    }
    expect(await everything()).toEqual(before)
  })

  test('imports nothing outside of it', async () => {
    const { check, apply } = importer(t, person)
    const before = await everything(...ofImports)
    const file = csvOf([
      { rfidTag: freshTag(), assetName: 'Chair', city: 'Indore' },
      { rfidTag: freshTag(), assetName: 'Chair', city: 'Mumbai' },
      { rfidTag: inPlace.rfidTag ?? '', assetName: 'Taken over', city: 'Indore' },
    ])
    const { _id, counts } = await check(file)
    expect(counts).toMatchObject({ new: 0, changed: 0, wrong: 3 })
    await expect(apply(_id)).rejects.toThrow('There is nothing to apply in this file.')
    expect(await everything(...ofImports)).toEqual(before)
  })
})
