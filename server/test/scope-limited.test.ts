import { flatMasters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { csvOf, importer } from './imports.ts'
import { limitedPeople } from './limited-people.ts'
import { attemptsAt, callsNotTried } from './scope-attempts.ts'
import { assetsOf, expectNothing, namesOf, reads, secretsOf, townIn } from './scope-town.ts'
import { freshTag, placed, stocked } from './stock.ts'

const t = await testApp()
const { people, indore, pune } = await limitedPeople(t)
const [around, mumbai] = [await townIn(t, 'Indore'), await townIn(t, 'Mumbai')]
const asset = (placeId: string, location = 'indore') =>
  stocked(t, { location, placeId, serialNo: `SN${freshTag()}`, model: `MO${freshTag()}` })

/** Right beside what a person has: a place with an asset, below the same parent. */
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

const ofInventories = ['inventories', 'inventory_items', 'inventory_sweeps', 'unknown_tags']

/** Everything that a refused call must leave as it is; who was seen when and what was asked is no part of it. */
async function everything() {
  const dump = async (table: string, order = 'id') =>
    (
      await sql<{
        row: string
      }>`select t::text as row from ${sql.table(table)} t order by ${sql.ref(order)}`.execute(t.db)
    ).rows
  const tables = [
    'assets',
    'places',
    'users',
    'roles',
    'state_changes',
    'help_requests',
    'help_messages',
    ...ofInventories,
  ]
  const flat = Object.values(flatMasters).map(({ table }) => table)
  const dumps = await Promise.all([...tables, ...flat].map((table) => dump(table)))
  return [...dumps, await dump('user_places', 'user_id'), await dump('asset_tags', 'asset_id')]
}

const targetOf = (name: keyof typeof people) => {
  const { kind, placeId, inPlace } = neighbours[name]
  const own = inside[name]
  const ownPlace = { id: own.placeId, kind: kind }
  return { own: own._id, ownPlace, asset: inPlace, placeId, kind, others: around }
}

test('every call that changes something is tried, or is about no place', () => {
  const missing = callsNotTried(attemptsAt(targetOf('an MM')))
  expect(missing, `server/test/scope-attempts.ts tries nothing with ${missing.join(', ')}`).toEqual([])
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
      ...[around, mumbai].map(({ inventories }) => inventories.tag),
    ]
    const ids = [inPlace._id, placeId, around.resident.id, around.helpRequest, around.inventories.counting]
    const of = { ...around, inRoom: inPlace, gone: around.gone, site: { ...around.site, room: placeId } }
    for (const { endpoint } of reads) await expectNothing(t, person, endpoint, { of, ids, secrets })
  })

  test('changes nothing outside of it through any call', async () => {
    const before = await everything()
    for (const attempt of attemptsAt(targetOf(name))) {
      const answer = await t.call(person, attempt.endpoint, await attempt.input(t))
      const said = `${attempt.endpoint.method} ${attempt.endpoint.path}: ${answer.text.slice(0, 200)}`
      if (attempt.refused === 'each')
        expect([answer.status, JSON.parse(answer.text).done], said).toEqual([200, 0])
      else expect(attempt.refused, said).toContain(answer.status)
    }
    expect(await everything()).toEqual(before)
  })

  test('imports nothing outside of it', async () => {
    const { check, apply } = importer(t, person)
    const before = await everything()
    const file = csvOf([
      { rfidTag: freshTag(), assetName: 'Chair', city: 'Indore' },
      { rfidTag: freshTag(), assetName: 'Chair', city: 'Mumbai' },
      { rfidTag: inPlace.rfidTag ?? '', assetName: 'Taken over', city: 'Indore' },
    ])
    const { _id, counts } = await check(file)
    expect(counts).toMatchObject({ new: 0, changed: 0, wrong: 3 })
    await expect(apply(_id)).rejects.toThrow('There is nothing to apply in this file.')
    expect(await everything()).toEqual(before)
  })
})
