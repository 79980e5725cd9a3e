import type { Endpoint } from '@ats/contract/endpoint.ts'
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import type { Call, Person, TestApp } from './app.ts'
import { administratorOf, freshTag, placed } from './stock.ts'
import {
  type Holder,
  type MasterName,
  type ModelAsset,
  type Named,
  nobody,
  type Place,
  type PlaceLevel,
} from './version-model.ts'

export const kinds: Record<MasterName, MasterKind> = {
  name: 'asset-name',
  state: 'asset-state',
  brand: 'brand',
  vendor: 'vendor',
}
export const fields = { name: 'assetName', state: 'assetState', brand: 'brand', vendor: 'vendor' } as const
export const masterNames = Object.keys(kinds) as MasterName[]
export const levels = ['city', 'mm', 'property', 'aou', 'room'] as const
const mostMasters = 8

export type World = {
  assets: ModelAsset[]
  masters: Record<MasterName, Named[]>
  places: Place[]
  people: Holder[]
  admin: Person
  other: Person
  /** The action that must come next. */
  next?: Action | undefined
}
/** Returns the assets that it may have changed. */
export type Action = () => Promise<readonly ModelAsset[]>

export async function newWorld(t: TestApp): Promise<World> {
  const admin = await administratorOf(t)
  const other = await t.person({ role: 'Admin', city: 'Indore', name: 'Decides' })
  const clerks = [await t.person({ name: 'Ravi' }), await t.person({ name: 'Asha' })]
  const states = await t.db.selectFrom('asset_states').select(['id', 'name']).execute()
  const world: World = {
    assets: [],
    masters: { name: [], state: states, brand: [], vendor: [] },
    places: [],
    people: [nobody, ...clerks.map(({ id }) => ({ id, text: null })), { id: null, text: 'Front desk' }],
    admin,
    other,
  }
  for (const name of masterNames)
    while (world.masters[name].length < mostMasters) await addMaster(t, world, name)
  for (const city of ['Indore', 'Mumbai'])
    world.places.push({ id: await t.cityId(city), level: 'city', parent: null })
  for (const level of levels.slice(1)) for (let n = 0; n < 5; n += 1) await addPlace(t, world, level, n)
  return world
}

export async function addMaster(t: TestApp, world: World, name: MasterName) {
  const input = { params: { kind: kinds[name] }, body: { name: freshTag() } }
  const { body } = await t.call(world.admin, masters.create, input)
  world.masters[name].push({ id: body.id, name: body.name })
}

export async function addPlace(t: TestApp, world: World, level: PlaceLevel, turn: number) {
  const parents = world.places.filter((place) => place.level === levels[levels.indexOf(level) - 1])
  const parent = parents[turn % parents.length] as Place
  world.places.push({ id: await placed(t, level as MasterKind, parent.id), level, parent })
}

/** Calls an endpoint as the administrator; an unexpected response ends the run. */
export function caller(t: TestApp, { admin }: World) {
  return async <E extends Endpoint>(endpoint: E, input: Call) => {
    const answer = await t.call(admin, endpoint, input)
    if (answer.status >= 300) throw new Error(`${endpoint.path} ${JSON.stringify(input)}: ${answer.text}`)
    return answer.body
  }
}

export const typed = ({ id, text }: Holder) => id ?? text ?? ''
export const live = (world: World) => world.assets.filter(({ deleted }) => !deleted)

export const nameOfPlace = async (t: TestApp, id: string) =>
  (await t.db.selectFrom('places').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
