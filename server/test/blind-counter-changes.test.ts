import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { type EndpointGroup, namedEndpoints } from '@ats/contract/endpoints.ts'
import { exports } from '@ats/contract/exports.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { masters } from '@ats/contract/masters.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Call, testApp } from './app.ts'
import { planned, step } from './inventories.ts'
import { givePlaces, limitedPeople, limitedRole } from './limited-people.ts'
import type { Attempt } from './scope-attempt.ts'
import { attemptsOnAssets, type Target } from './scope-attempts.ts'
import { assetsOf, type Town, townIn } from './scope-town.ts'
import { administratorOf, freshTag, placed, stocked } from './stock.ts'

const t = await testApp()
const { pune } = await limitedPeople(t)
const admin = await administratorOf(t)
const own = await stocked(t, { location: 'pune', placeId: pune.room })
/** Two cities that are alike. The counter has the first and counts it blind; the second is out of scope. */
const [hidden, foreign] = [await townIn(t, 'Indore'), await townIn(t, 'Mumbai')]
const counter = await t.person({ role: limitedRole, city: 'Pune' })
await givePlaces(t, counter, [hidden.site.city, pune.room])
for (const { inventories: known } of [hidden, foreign])
  await t.call(admin, inventories.cancel, { params: { id: known.counting }, body: { reason: 'x' } })
/** A room with an asset and one without, for each of the attempts below. */
const pairs: [string[], string[]][] = []
for (let count = 0; count < 10; count += 1) {
  const names = [`Full ${count}`, `Empty ${count}`] as const
  const [full, empty] = [
    await placed(t, 'room', hidden.site.aou, names[0]),
    await placed(t, 'room', hidden.site.aou, names[1]),
  ]
  await stocked(t, { placeId: full })
  pairs.push([
    [full, names[0]],
    [empty, names[1]],
  ])
}
await step(t, await planned(t, { placeId: hidden.site.city, blind: true, people: [counter.id] }), 'start')

const targetIn = (others: Town): Target => ({
  ...{ own: own._id, ownPlace: { id: pune.room, kind: 'room' } },
  ...{ asset: others.inRoom, placeId: others.site.room, kind: 'room', others },
})

/** Values that identify an asset, or something known about one. */
async function namesIn(town: Town) {
  const ids = assetsOf(town).map(({ _id }) => _id)
  const changes = t.db
    .selectFrom('state_changes')
    .select('id')
    .where('asset_id', 'in', ids)
    .orderBy('asset_id')
  return [...ids, ...(await changes.execute()).map(({ id }) => id), town.inventories.unknownTag]
}

/** Ids, times and numbers that differ between responses. */
const chance = [
  /[\da-f]{8}-[\da-f-]{27}/g,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
  /INV-\d+-\d+/g,
  /E2[\dA-F]{22}/g,
  /"(id|number)":\d+/g,
  /"(requestId|secret|token)":"[^"]*"/g,
]

/** The response, with the names of either city replaced by the same text. */
async function responseTo({ endpoint }: Attempt, input: Call, names: string[]) {
  const { status, text } = await t.call(counter, endpoint, input)
  const alike = names.reduce((said, name, at) => said.replaceAll(name, `name ${at}`), text)
  return `${status} ${chance.reduce((said, of) => said.replaceAll(of, '…'), alike)}`
}

const assetRows = async () =>
  (
    await sql`select assets::text as row from assets where city_id = ${hidden.site.city} order by id`.execute(
      t.db,
    )
  ).rows

const filter = (placeId: string) => ({ filter: { placeId } })
const ofRoom = (id: string) => ({ kind: 'room', id })
/** Requests about a place whose assets are hidden, or about all assets in it. */
const placeTries: [string, Endpoint, (id: string) => Call][] = [
  [
    'An assignment',
    assetBulk.change,
    (id) => ({ body: { ...filter(id), action: 'assign', assignedUser: 'Asha' } }),
  ],
  ['A move', assetBulk.change, (id) => ({ body: { ...filter(id), action: 'move', placeId: pune.room } })],
  ['A deletion', assetBulk.change, (id) => ({ body: { ...filter(id), action: 'delete' } })],
  ['A request', stateChanges.create, (id) => ({ body: { ...filter(id), newState: 'Working', reason: 'x' } })],
  ['A plan', inventories.plan, (placeId) => ({ body: { placeId } })],
  ['A view', views.create, (id) => ({ body: { name: freshTag(), list: 'assets', ...filter(id) } })],
  ['A file', exports.create, (id) => ({ body: { list: 'assets', format: 'csv', ...filter(id) } })],
  ['Another parent', masters.update, (id) => ({ params: ofRoom(id), body: { parentId: pune.aou } })],
  ['A merge', masters.merge, (id) => ({ params: ofRoom(id), body: { into: pune.room } })],
  ['The removal', masters.remove, (id) => ({ params: ofRoom(id) })],
]

/** Groups whose records are assets or reveal them. All other records stay visible to a blind counter. */
const ofAssets: readonly EndpointGroup[] = [
  ...(['assets', 'legacyAssetPaths', 'assetTags', 'assetBulk', 'assetBin'] as const),
  ...(['stateChanges', 'unknownTags', 'sightings'] as const),
]

test('no change of a withheld asset is told apart from one of an asset out of scope, and none is made', async () => {
  const [names, others] = [await namesIn(hidden), await namesIn(foreign)]
  const before = await assetRows()
  const [here, there] = [attemptsOnAssets(targetIn(hidden)), attemptsOnAssets(targetIn(foreign))]
  const tried = new Set<Attempt['endpoint']>()
  for (const [at, attempt] of here.entries()) {
    const input = await attempt.input(t)
    // Skip attempts about the place alone, which a blind counter may know.
    if (!names.some((name) => JSON.stringify(input).includes(name))) continue
    tried.add(attempt.endpoint)
    const elsewhere = await (there[at] as Attempt).input(t)
    const said = `${attempt.endpoint.method} ${attempt.endpoint.path} ${JSON.stringify(input)}`
    expect(await responseTo(attempt, input, names), said).toBe(
      await responseTo(there[at] as Attempt, elsewhere, others),
    )
  }
  expect(await assetRows()).toEqual(before)
  const changes = namedEndpoints.filter(
    ({ key, endpoint }) =>
      endpoint.method !== 'GET' &&
      ofAssets.includes(key.split('.')[0] as EndpointGroup) &&
      !/register/.test(key),
  )
  const missing = changes.filter(({ endpoint }) => !tried.has(endpoint)).map(({ key }) => key)
  expect(missing, 'Try these in server/test/scope-attempts.ts').toEqual([])
})

/** The same request about two things: the responses may differ only in the names. */
const expectAlike = async (
  tries: [Endpoint, (name: string) => Call][],
  [one, other]: [string[], string[]],
) => {
  const [first = '', second = ''] = [one[0], other[0]]
  for (const [endpoint, input] of tries) {
    const attempt = { endpoint, input: async () => input(first), refused: [] }
    const said = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input(first))}`
    expect(await responseTo(attempt, input(first), one), said).toBe(
      await responseTo(attempt, input(second), other),
    )
  }
}

test('a tag that a withheld asset has is as taken as the tag of an asset out of scope', async () => {
  const body = (rfidTag: string) => ({ rfidTag, assetName: 'Chair', location: 'pune', placeId: pune.room })
  const namesOf = ({ inRoom: { rfidTag, _id, assetTagId } }: Town) => [rfidTag ?? '', _id, assetTagId]
  await expectAlike(
    [
      [assets.register, (tag) => ({ body: body(tag) })],
      [assets.update, (tag) => ({ params: { id: own._id }, body: { rfidTag: tag } })],
      [assetTags.replace, (rfidTag) => ({ params: { id: own._id }, body: { rfidTag } })],
    ],
    [namesOf(hidden), namesOf(foreign)],
  )
})

test.each(placeTries)(
  '%s of a place that is counted does not tell whether assets are in it',
  async (_name, endpoint, input) => {
    const [full, empty] = pairs.pop() ?? [[], []]
    await expectAlike([[endpoint, input]], [full, empty])
  },
)
