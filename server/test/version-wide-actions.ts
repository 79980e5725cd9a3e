import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { csvOf, importer } from './imports.ts'
import { freshTag } from './stock.ts'
import {
  type dice,
  type ModelAsset,
  type Named,
  nobody,
  type Place,
  type PlaceLevel,
} from './version-model.ts'
import {
  addMaster,
  addPlace,
  caller,
  kinds,
  levels,
  live,
  masterNames,
  nameOfPlace,
  typed,
  type World,
} from './version-world.ts'

type Dice = ReturnType<typeof dice>

const ofLevel = (world: World, level: PlaceLevel) => world.places.filter((place) => place.level === level)

export function bulkAndImports(t: TestApp, world: World, { roll, upTo, pick }: Dice) {
  const call = caller(t, world)
  const files = importer(t, world.admin)
  const someLive = () => {
    const found = live(world)
    return found.length === 0 ? [] : [...new Set(Array.from({ length: 1 + upTo(15) }, () => pick(found)))]
  }

  async function bulk() {
    const some = someLive()
    if (some.length === 0) return []
    const action = pick(['move', 'assign', 'assign', 'move', 'delete'])
    const [place, holder] = [pick(world.places), pick(world.people)]
    const choice = { move: { placeId: place.id }, assign: { assignedUser: typed(holder) }, delete: {} }
    const given = { ids: some.map(({ id }) => id), action, ...choice[action as 'move'] }
    await call(assetBulk.change, { body: given })
    for (const asset of some)
      if (action === 'move') asset.place = place
      else if (action === 'assign') asset.holder = holder
      else asset.deleted = true
    return some
  }

  /** New and changed assets in one file; half of the imports are undone. */
  async function importFile() {
    const changed = someLive()
    const before = changed.map(({ state }) => state)
    for (const asset of changed) asset.state = pick(world.masters.state)
    const [name, state] = [pick(world.masters.name), pick(world.masters.state)]
    const city = ofLevel(world, 'city')[0] as Place
    const location = await nameOfPlace(t, city.id)
    const tags = Array.from({ length: 3 }, freshTag)
    const file = csvOf([
      ...changed.map(({ assetTagId, name: { name: assetName }, state: { name: assetState } }) => ({
        ...{ assetTagId, assetName, assetState },
      })),
      ...tags.map((rfidTag) => ({ rfidTag, assetName: name.name, city: location, assetState: state.name })),
    ])
    const { _id } = await files.check(file)
    const { counts } = await files.apply(_id)
    if (counts.new !== tags.length || counts.wrong > 0) throw new Error(JSON.stringify(counts))
    const { rows } = await sql<{ id: string; assetTagId: string; tag: string }>`
      select id, asset_tag_id(number) as "assetTagId", rfid_tag as tag from assets
      where rfid_tag = any(${tags})`.execute(t.db)
    const plain = { name, state, brand: null, vendor: null, place: city, holder: nobody, deleted: false }
    const made = rows.map((row): ModelAsset => ({ ...row, ...plain }))
    world.assets.push(...made)
    if (roll() < 0.5) world.next = () => undoImport(_id, changed, before, made)
    return [...changed, ...made]
  }

  async function undoImport(id: string, changed: ModelAsset[], before: Named[], made: ModelAsset[]) {
    await files.undo(id)
    for (const [at, asset] of changed.entries()) asset.state = before[at] ?? asset.state
    for (const asset of made) asset.deleted = true
    return [...changed, ...made]
  }
  return { bulk, importFile }
}

export function moves(t: TestApp, world: World, { upTo, pick }: Dice) {
  const call = caller(t, world)
  async function movePlace() {
    const place = pick(world.places.filter(({ level }) => level !== 'city'))
    const parent = pick(world.places.filter(({ level }) => level === place.parent?.level))
    const params = { kind: place.level, id: place.id }
    await call(masters.update, { params, body: { parentId: parent.id } })
    place.parent = parent
    return world.assets
  }

  async function mergePlace() {
    const level = pick(levels.slice(1))
    const [from, into] = [pick(ofLevel(world, level)), pick(ofLevel(world, level))]
    if (from === into) return []
    await call(masters.merge, { params: { kind: level, id: from.id }, body: { into: into.id } })
    world.places = world.places.filter((place) => place !== from)
    for (const place of world.places) if (place.parent === from) place.parent = into
    for (const asset of world.assets) if (asset.place === from) asset.place = into
    await addPlace(t, world, level, upTo(5))
    return world.assets
  }

  async function mergeMaster() {
    const name = pick(masterNames)
    const [from, into] = [pick(world.masters[name]), pick(world.masters[name])]
    // Imports need this state for new assets.
    if (from === into || from.name === 'Working') return []
    await call(masters.merge, { params: { kind: kinds[name], id: from.id }, body: { into: into.id } })
    world.masters[name] = world.masters[name].filter((one) => one !== from)
    for (const asset of world.assets) if (asset[name] === from) asset[name] = into
    await addMaster(t, world, name)
    return world.assets
  }
  return { movePlace, mergePlace, mergeMaster }
}
