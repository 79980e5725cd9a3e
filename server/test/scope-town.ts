import { audit } from '@ats/contract/audit.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { masterKinds } from '@ats/contract/masters.ts'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'
import { certified } from './certificates.ts'
import { coverOf } from './covers.ts'
import { drawnIn } from './floors.ts'
import { helpRequestOf } from './help.ts'
import { countingIn, itemsOf, planned, step, sweep } from './inventories.ts'
import { limitedRole } from './limited-people.ts'
import { rows } from './matrix-rows.ts'
import { deadLetterOf, readerIn, seenIn } from './readers.ts'
import { stateChangeCalls } from './state-changes.ts'
import { administratorOf, binned, freshTag, siteIn, stocked } from './stock.ts'

/** A city with a place of each kind, assets in some of them, one deleted asset, and a person. */
export async function townIn(t: TestApp, city: string) {
  const site = await siteIn(t, city)
  const location = city.toLowerCase()
  const facts = () => ({
    location,
    serialNo: `SN${freshTag()}`,
    model: `MO${freshTag()}`,
    assignedUser: `TE${freshTag()}`,
  })
  const inCity = await stocked(t, facts())
  const inMm = await stocked(t, { ...facts(), placeId: site.mm })
  const inRoom = await stocked(t, { ...facts(), placeId: site.room })
  const gone = await binned(t, { ...facts(), placeId: site.property })
  await stateChangeCalls(t).ask(await administratorOf(t), [inCity, inRoom])
  const resident = await t.person({ role: limitedRole, city, name: `Resident ${freshTag()}` })
  const helpRequest = await helpRequestOf(t, resident)
  const { _id: certificate } = await certified(t, { placeId: site.room, city })
  const inventories = await inventoriesIn(t, site.room)
  const readers = await readersIn(t, site, inMm)
  const { _id: floor } = await drawnIn(t, site.property, site.room)
  const cover = await coverOf(t, [inRoom._id], { name: `Contract ${freshTag()}` })
  return {
    site,
    location,
    inCity,
    inMm,
    inRoom,
    gone,
    resident,
    helpRequest,
    inventories,
    readers,
    floor,
    cover,
    certificate,
  }
}

/** A reader in a room that sees an asset from elsewhere, and one of its messages as a dead letter. */
async function readersIn(
  t: TestApp,
  { room }: { room: string },
  strayed: { _id: string; rfidTag: string | null },
) {
  const { id, name } = await readerIn(t, room)
  await seenIn(t, strayed.rfidTag ?? '', room)
  return { id, name, letter: await deadLetterOf(t, id), strayed: strayed._id }
}

/** Inventories of a room: one under review, one being counted with an unknown tag, and one planned. */
async function inventoriesIn(t: TestApp, placeId: string) {
  const review = await countingIn(t, { placeId })
  await step(t, review.id, 'review')
  const [item] = await itemsOf(t, review.id)
  const counting = await countingIn(t, { placeId })
  const tag = freshTag()
  await sweep(t, await administratorOf(t), counting.id, { placeId, reads: [tag] })
  const unknown = t.db.selectFrom('unknown_tags').select('id').where('tag', '=', tag)
  return {
    ...{ review: review.id, itemId: item?._id ?? '', counting: counting.id, tag },
    unknownTag: (await unknown.executeTakeFirstOrThrow()).id,
    planned: await planned(t, { placeId }),
  }
}
export type Town = Awaited<ReturnType<typeof townIn>>
export const assetsOf = ({ inCity, inMm, inRoom, gone }: Town) => [inCity, inMm, inRoom, gone]
export const idsOf = (of: Town) => [
  ...assetsOf(of).map(({ _id }) => _id),
  ...Object.values(of.site),
  of.resident.id,
  of.helpRequest,
  of.inventories.review,
  of.inventories.counting,
  of.readers.id,
  of.floor,
  of.cover._id,
  of.certificate,
]

type Secret = ReturnType<typeof secretsOf>[number]
/** Texts that occur only in the data of these assets, places and people. */
export const secretsOf = (list: Town['inCity'][], placeIds: string[], people: Person[]) => [
  ...list.flatMap(({ _id, rfidTag, assetTagId, serialNo, model, assignedUser }) => [
    ...[_id, rfidTag, assetTagId, serialNo, model, assignedUser?.name].flatMap((text) => text ?? []),
  ]),
  ...placeIds,
  ...people.flatMap(({ id, name, email }) => [id, name, email]),
]
export const namesOf = async ({ db }: TestApp, ids: string[]) =>
  (await db.selectFrom('places').select('name').where('id', 'in', ids).execute()).map(({ name }) => name)

/** The live stream never ends, and has its own test. */
export const reads = namedEndpoints.filter(
  ({ key, endpoint: { method, permission } }) =>
    method === 'GET' && permission !== 'public' && key !== 'live.stream',
)

/** Every way to fill the path: each kind of master, each id that is out of scope. */
function pathsOf({ path }: Endpoint, ids: string[]): Record<string, string>[] {
  if (path.includes(':kind')) return Object.keys(masterKinds).map((kind) => ({ kind }))
  return path.includes(':id') ? ids.map((id) => ({ id, sightingId: id, blockId: id })) : [{}]
}

/** No query, and every query about records that are out of scope. */
function queriesOf({ query }: Endpoint, of: Town, ids: string[]): Record<string, string>[] {
  const fields = Object.keys(query?.shape ?? {})
  const has = (name: string) => fields.includes(name)
  const { inRoom, gone, location, site, resident } = of
  const words = [
    inRoom.rfidTag,
    inRoom.assetTagId,
    inRoom.serialNo,
    inRoom._id,
    gone.rfidTag,
    resident.email,
    'Chair',
  ]
  const texts = words.map((word) => word ?? '')
  const whole: Record<string, string> = has('cursor') ? { size: '500' } : {}
  return [
    ...(has('code') ? [] : [whole]),
    ...(has('location') ? [{ ...whole, location }] : []),
    ...(has('search') ? texts.map((search) => ({ ...whole, search })) : []),
    ...(has('placeId') ? Object.values(site).map((placeId) => ({ ...whole, placeId })) : []),
    ...(has('parentId') ? Object.values(site).map((parentId) => ({ ...whole, parentId })) : []),
    ...(has('assignedUser') ? [{ ...whole, assignedUser: resident.id }] : []),
    ...(has('state') ? [{ ...whole, state: 'Working' }] : []),
    ...(has('code') ? [...texts, ...ids].map((code) => ({ code })) : []),
  ]
}

/** Ledger entries have numbers instead: the ids of the entries about these records. */
async function idsFor({ db }: TestApp, { path }: Endpoint, ids: string[]) {
  if (path !== audit.get.path) return ids
  const lines = db.selectFrom('events').select('id').where('record_id', 'in', ids)
  return (await lines.limit(30).execute()).map(({ id }) => String(id))
}

export async function readEverything(t: TestApp, as: Person, endpoint: Endpoint, of: Town, ids: string[]) {
  const answers: { said: string; params: Record<string, string>; status: number; text: string }[] = []
  for (const params of pathsOf(endpoint, await idsFor(t, endpoint, ids)))
    for (const query of queriesOf(endpoint, of, ids)) {
      const { status, text } = await t.call(as, endpoint, { params, query })
      answers.push({ said: `${endpoint.path} ${JSON.stringify({ params, query })}`, params, status, text })
    }
  return answers
}

/** Thousands of responses are searched for dozens of texts: one `expect` per text would take most of the time. */
const shownIn = (text: string, secrets: Secret[]) => secrets.filter((secret) => text.includes(secret))

/** The matrix says which requests are only for people who see every place. */
const isForEverywhere = (endpoint: Endpoint) =>
  namedEndpoints.some(({ key, endpoint: one }) => one === endpoint && rows[key].elsewhere === 403)

export async function expectNothing(
  t: TestApp,
  as: Person,
  endpoint: Endpoint,
  { of, ids, secrets }: { of: Town; ids: string[]; secrets: Secret[] },
) {
  for (const { said, params, status, text } of await readEverything(t, as, endpoint, of, ids)) {
    if (isForEverywhere(endpoint)) {
      expect([400, 403], said).toContain(status)
      continue
    }
    expect([200, 400, 404], said).toContain(status)
    if (params.id !== undefined) expect(status, said).toBe(404)
    // An error may repeat a code or text that the caller typed, but must not reveal what it stands for.
    if (status === 200) expect(shownIn(text, secrets), said).toEqual([])
  }
}
