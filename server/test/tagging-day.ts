import { randomUUID } from 'node:crypto'
import { mostTaggingEntries } from '@ats/contract/tagging/limits.ts'
import {
  chooseAsset,
  emptyLoop,
  type KnownAssets,
  knownAssets,
  readTag,
  type TaggingLoop,
} from '@ats/contract/tagging/loop.ts'
import {
  type AssetToTag,
  type TaggingEntry,
  type TaggingResult,
  tagging,
} from '@ats/contract/tagging/work.ts'
import type { Person, TestApp } from './app.ts'
import { freshTag } from './stock.ts'

/** Who can notice a mix-up: the device at once, the server when it gets the entry, or only a second person. */
export const mistakes = {
  'another label is put on the asset than was read': 'device',
  'two labels are in the field': 'device',
  'a label that is on another asset is read': 'device',
  'the label of another asset is taken': 'device',
  'the label of an asset next door is read': 'server',
  'a void label is taken': 'server',
  'somebody else has tagged the asset': 'server',
  'the labels of two assets are exchanged': 'sample',
} as const
export type Mistake = keyof typeof mistakes

/** What is really there: the label on each asset, and what the person told the device about it. */
export type World = {
  physical: Map<string, string>
  registered: Map<string, string>
  seen: Map<Mistake, number>
}

export type Device = {
  person: Person
  isOnline: boolean
  assets: Map<string, AssetToTag>
  known: KnownAssets
  loop: TaggingLoop
  now: number
  queue: TaggingEntry[]
}

export async function deviceOf(t: TestApp, id: string, person: Person, isOnline: boolean): Promise<Device> {
  const assets = new Map<string, AssetToTag>()
  for (let after: string | null | undefined; after !== null; ) {
    const query = { size: '500', ...(after !== undefined && { after }) }
    const { body } = await t.call(person, tagging.assets, { params: { id }, query })
    for (const asset of body.assets) assets.set(asset.assetId, asset)
    after = body.next
  }
  const known = knownAssets(assets.values())
  return { person, isOnline, assets, known, loop: emptyLoop, now: Date.now() - 3_600_000, queue: [] }
}

const note = ({ seen }: World, mistake: Mistake) => seen.set(mistake, (seen.get(mistake) ?? 0) + 1)

/** The device says what is wrong, at once; afterwards the person starts again with this asset. */
function expectNoticed(world: World, device: Device, mistake: Mistake) {
  if (device.loop.problem === null) throw new Error(`not noticed: ${mistake}`)
  note(world, mistake)
  device.loop = { ...emptyLoop, read: device.loop.read }
}

function read(device: Device, tag: string, afterMs = 2500) {
  device.now += afterMs
  const { loop, saved } = readTag(device.known, device.loop, tag, device.now)
  device.loop = loop
  if (saved === undefined || saved.asset.assetId === null) return
  const { assetId, placeId } = saved.asset
  const at = new Date(device.now).toISOString()
  const { tag: readBack, retag } = saved
  device.queue.push({
    kind: 'tagged',
    id: randomUUID(),
    placeId,
    assetId,
    at,
    tag: readBack,
    readBack,
    retag,
  })
  device.assets.set(assetId, { ...saved.asset, tag: readBack, left: null })
  device.known = knownAssets(device.assets.values())
}

const choose = (device: Device, asset: AssetToTag) => {
  device.loop = chooseAsset(device.known, device.loop, asset)
}

/** The label that the person has in the hand for an asset: a reserved one, or any of the roll. */
const labelFor = (asset: AssetToTag) => (asset.left === 'expected' ? (asset.tag ?? '') : freshTag())

/** One association as it should be. */
export function tagAsset(world: World, device: Device, asset: AssetToTag, label = labelFor(asset)) {
  world.physical.set(asset.assetId, label)
  world.registered.set(asset.assetId, label)
  if (asset.left === 'expected') {
    read(device, label)
    read(device, label)
    return
  }
  read(device, label)
  choose(device, asset)
  read(device, label)
}

type Turn = {
  asset: AssetToTag
  others: AssetToTag[]
  doneHere: AssetToTag[]
  doneElsewhere: AssetToTag[]
  void: string
}

/** One asset with a mix-up; false if it cannot happen to this asset. What a device notices is put right at once. */
export function mixUp(world: World, device: Device, mistake: Mistake, turn: Turn): boolean {
  const { asset, doneHere } = turn
  const [reserved] = turn.others.filter(({ left }) => left === 'expected')
  const tagOf = (one: AssetToTag | undefined) => world.registered.get(one?.assetId ?? '')
  const near = tagOf(doneHere.at(-2))
  const isFree = asset.left === 'untagged'
  const begin = (tag: string) => {
    choose(device, asset)
    read(device, tag)
  }
  if (mistake === 'another label is put on the asset than was read') {
    if (!isFree) return false
    begin(freshTag())
    read(device, freshTag())
  } else if (mistake === 'two labels are in the field') {
    read(device, freshTag())
    read(device, freshTag(), 80)
  } else if (mistake === 'a label that is on another asset is read') {
    if (near === undefined || !isFree) return false
    begin(near)
  } else if (mistake === 'the label of another asset is taken') {
    if (reserved === undefined) return false
    begin(reserved.tag ?? '')
  } else return isSavedWrongly(world, device, mistake, turn)
  expectNoticed(world, device, mistake)
  tagAsset(world, device, asset)
  return true
}

/** Mix-ups that the device cannot know: it saves them, and the server rejects the entry. */
function isSavedWrongly(world: World, device: Device, mistake: Mistake, turn: Turn): boolean {
  const { asset, doneElsewhere } = turn
  // What was refused there is not on the server.
  const isThere = ({ assetId, left }: AssetToTag) => left === 'untagged' && world.registered.has(assetId)
  const done = doneElsewhere.filter(isThere).at(-1)
  const save = (of: AssetToTag, label: string) => {
    const before = device.queue.length
    choose(device, of)
    read(device, label)
    read(device, label)
    if (device.queue.length === before) throw new Error(`not saved: ${mistake}`)
  }
  if (mistake === 'a void label is taken') {
    if (asset.left !== 'untagged') return false
    save(asset, turn.void)
  } else if (mistake === 'the label of an asset next door is read') {
    if (done === undefined || asset.left !== 'untagged') return false
    save(asset, world.registered.get(done.assetId) ?? '')
  } else {
    if (done === undefined) return false
    save(done, freshTag())
    tagAsset(world, device, asset)
  }
  note(world, mistake)
  return true
}

/** Two assets get each other's label: each read is in order, so neither device nor server can know. */
export function exchange(world: World, device: Device, [one, two]: readonly [AssetToTag, AssetToTag]) {
  tagAsset(world, device, one)
  tagAsset(world, device, two)
  const label = world.physical.get(one.assetId) ?? ''
  world.physical.set(one.assetId, world.physical.get(two.assetId) ?? '')
  world.physical.set(two.assetId, label)
}

export type Sent = { results: TaggingResult[]; requests: number }

/** Sends what is waiting; some responses are lost, so that the device sends the same again. */
export async function sendQueue(
  t: TestApp,
  id: string,
  device: Device,
  isLost: () => boolean,
): Promise<Sent> {
  const sent: Sent = { results: [], requests: 0 }
  while (device.queue.length > 0) {
    const entries = device.queue.slice(0, mostTaggingEntries)
    const body = { device: device.person.name, sentAt: new Date().toISOString(), entries }
    const answer = await t.call(device.person, tagging.send, { params: { id }, body })
    if (answer.status !== 200) throw new Error(answer.text)
    sent.requests += 1
    if (isLost()) continue
    sent.results.push(...answer.body.results)
    device.queue.splice(0, entries.length)
  }
  return sent
}
