import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import type { TestApp } from './app.ts'
import { stateChangeCalls } from './state-changes.ts'
import { freshTag } from './stock.ts'
import type { dice, ModelAsset, Place } from './version-model.ts'
import { bulkAndImports, moves } from './version-wide-actions.ts'
import {
  type Action,
  caller,
  fields,
  live,
  masterNames,
  nameOfPlace,
  newWorld,
  typed,
  type World,
} from './version-world.ts'

const mostAssets = 300

type Dice = ReturnType<typeof dice>

/** An organisation and its possible actions: each action is a real request, and the same on the model. */
export async function openWorld(t: TestApp, given: Dice) {
  const world = await newWorld(t)
  const single = {
    ...newAssets(t, world, given),
    ...edits(t, world, given),
    ...tagsAndBin(t, world, given),
  }
  const wide = { ...bulkAndImports(t, world, given), ...moves(t, world, given) }
  const weighted: [number, Action][] = [
    [10, single.register],
    [45, single.edit],
    [5, single.changeState],
    [6, single.replaceTag],
    [4, single.loseTag],
    [6, single.remove],
    [6, single.restore],
    [5, single.changeNothing],
    [4, wide.bulk],
    [3, wide.movePlace],
    [1, wide.mergePlace],
    [2, wide.mergeMaster],
    [1, wide.importFile],
  ]
  const actions = weighted.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
  const act: Action = () => {
    const action = world.next ?? given.pick(actions)
    world.next = undefined
    return action()
  }
  return { world, act }
}

const cityOf = (place: Place): Place => (place.parent === null ? place : cityOf(place.parent))

function toolsOf(t: TestApp, world: World, { roll, pick }: Dice) {
  const onLive = (work: (asset: ModelAsset) => Promise<unknown>): Action => {
    return async () => {
      const found = live(world)
      if (found.length === 0) return []
      const asset = pick(found)
      await work(asset)
      return [asset]
    }
  }
  /** Some tags are used again once their asset is deleted. */
  const tag = () => {
    const carried = new Set(live(world).map((asset) => asset.tag))
    const free = world.assets.flatMap((asset) =>
      asset.deleted && asset.tag !== null && !carried.has(asset.tag) ? [asset.tag] : [],
    )
    return free.length > 0 && roll() < 0.3 ? pick(free) : freshTag()
  }
  return { call: caller(t, world), onLive, tag }
}

function newAssets(t: TestApp, world: World, given: Dice) {
  const { roll, pick } = given
  const { call, tag } = toolsOf(t, world, given)
  async function register() {
    if (world.assets.length >= mostAssets) return []
    const [name, state, place, holder] = [
      pick(world.masters.name),
      pick(world.masters.state),
      pick(world.places),
      pick(world.people),
    ]
    const [brand, vendor] = [roll() < 0.7 ? pick(world.masters.brand) : null, pick(world.masters.vendor)]
    const body = {
      ...{ rfidTag: tag(), assetName: name.name, assetState: state.name, vendor: vendor.name },
      ...{ placeId: place.id, assignedUser: typed(holder), brand: brand?.name ?? '' },
    }
    const { asset } = await call(assets.register, { body: { ...body, location: await locationOf(place) } })
    const { _id: id, assetTagId } = asset
    const made = {
      id,
      assetTagId,
      name,
      state,
      brand,
      vendor,
      place,
      holder,
      tag: body.rfidTag,
      deleted: false,
    }
    world.assets.push(made)
    return [made]
  }

  const locations = new Map<string, string>()
  async function locationOf(place: Place) {
    const { id } = cityOf(place)
    const known = locations.get(id) ?? (await nameOfPlace(t, id)).toLowerCase()
    locations.set(id, known)
    return known
  }
  return { register }
}

function edits(t: TestApp, world: World, given: Dice) {
  const { upTo, pick } = given
  const { call, onLive } = toolsOf(t, world, given)
  const { ask, decide } = stateChangeCalls(t)
  const edit = onLive(async (asset) => {
    const body: Record<string, string> = {}
    for (let left = 1 + upTo(3); left > 0; left -= 1) {
      const field = pick([...masterNames, 'place', 'holder', 'model'] as const)
      if (field === 'model') body.model = `M${upTo(9)}`
      else if (field === 'place') asset.place = pick(world.places)
      else if (field === 'holder') asset.holder = pick(world.people)
      else asset[field] = pick(world.masters[field])
      if (field === 'place') body.placeId = asset.place.id
      else if (field === 'holder') body.assignedUser = typed(asset.holder)
      else if (field !== 'model') body[fields[field]] = asset[field]?.name ?? ''
    }
    await call(assets.update, { params: { id: asset.id }, body })
  })
  const changeNothing = onLive(async ({ id, name, holder, place }) => {
    const body = { assetName: name.name.toLowerCase(), assignedUser: typed(holder), placeId: place.id }
    await call(assets.update, { params: { id }, body })
  })
  const changeState = onLive(async (asset) => {
    const state = pick(world.masters.state)
    if (state === asset.state) return
    const { body } = await ask(world.admin, [{ _id: asset.id } as never], { newState: state.name })
    const { body: decided } = await decide(world.other, [body.results[0]?._id ?? ''], 'accept')
    if (decided.done !== 1) throw new Error(JSON.stringify([body, decided]))
    asset.state = state
  })
  return { edit, changeNothing, changeState }
}

function tagsAndBin(t: TestApp, world: World, given: Dice) {
  const { pick } = given
  const { call, onLive, tag } = toolsOf(t, world, given)
  const replaceTag = onLive(async (asset) => {
    asset.tag = tag()
    await call(assetTags.replace, { params: { id: asset.id }, body: { rfidTag: asset.tag } })
  })
  const loseTag = onLive(async (asset) => {
    if (asset.tag === null) return
    asset.tag = null
    await call(assetTags.lose, { params: { id: asset.id } })
  })
  const remove = onLive(async (asset) => {
    asset.deleted = true
    await call(assets.remove, { params: { id: asset.id } })
  })

  async function restore() {
    const binned = world.assets.filter(({ deleted }) => deleted)
    const some = [...new Set(binned.length === 0 ? [] : [pick(binned), pick(binned)])]
    const carried = new Set(live(world).map((asset) => asset.tag))
    for (const asset of some) {
      asset.deleted = false
      if (carried.has(asset.tag)) asset.tag = null
      carried.add(asset.tag)
    }
    if (some.length > 0) await call(assetBin.restore, { body: { ids: some.map(({ id }) => id) } })
    return some
  }
  return { replaceTag, loseTag, remove, restore }
}
