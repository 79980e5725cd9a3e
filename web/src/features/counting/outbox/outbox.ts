import { mostReads, type ReadAnswer, type ReadClass } from '@ats/contract/inventories/counting.ts'
import { answered, keysBelow, type Stores, transact } from './database.ts'
import { newId } from './device.ts'
import { firstPart, mergeByTag, mergeReads, type Read } from './merge-reads.ts'
import { tellChange } from './outbox-changes.ts'

/** Where something was read, with names for people who look at what waits. */
export type CountedRoom = {
  userId: string
  inventoryId: string
  placeId: string
  inventory: string
  place: string
}

type Refusal = { code: string; message: string }

type WaitingRead = CountedRoom & Read
export type Sweep = CountedRoom & { sweepId: string; reads: Read[]; frozenAt: number; refused?: Refusal }
export type KeptSighting = CountedRoom & {
  sightingId: string
  at: number
  label: string
  note: string
  image: Blob
  refused?: Refusal
}

export type Seen = { tag: string; class: ReadClass; isNew: boolean }
type SeenRecord = Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId'> & { tag: string; class: ReadClass }

const keyOf = ({ userId, inventoryId, placeId }: CountedRoom, tag: string) => [
  userId,
  inventoryId,
  placeId,
  tag,
]

/** Keeps what was read until the server has it. Reads of a tag in one room are one while they wait. */
export async function addReads(
  room: CountedRoom,
  reads: Read[],
  classOf: (tag: string) => ReadClass,
): Promise<Seen[]> {
  const seen = await transact(['reads', 'seen'], 'readwrite', async (store) => {
    const noted: Seen[] = []
    for (const read of mergeByTag(reads)) {
      const key = keyOf(room, read.tag)
      const before = await answered<WaitingRead | undefined>(store('reads').get(key))
      store('reads').put({ ...room, ...mergeReads(before, read) } satisfies WaitingRead)
      const known = await answered<SeenRecord | undefined>(store('seen').get(key))
      const is = known?.class ?? classOf(read.tag)
      const { userId, inventoryId, placeId } = room
      const record = { userId, inventoryId, placeId, tag: read.tag, class: is }
      if (known === undefined) store('seen').put(record satisfies SeenRecord)
      noted.push({ tag: read.tag, class: is, isNew: known === undefined })
    }
    return noted
  })
  tellChange()
  return seen
}

export async function addSighting(
  room: CountedRoom,
  sighting: Pick<KeptSighting, 'label' | 'note' | 'image'>,
) {
  const kept: KeptSighting = { ...room, ...sighting, sightingId: newId(), at: Date.now() }
  await transact(['sightings'], 'readwrite', (store) => answered(store('sightings').put(kept)))
  tellChange()
}

/** What this device read in the room before, sent or not. */
export const seenIn = ({ userId, inventoryId, placeId }: CountedRoom): Promise<Map<string, ReadClass>> =>
  transact(['seen'], 'readonly', async (store) => {
    const records = await answered<SeenRecord[]>(
      store('seen').getAll(keysBelow(userId, inventoryId, placeId)),
    )
    return new Map(records.map((record) => [record.tag, record.class]))
  })

const waits = ({ refused }: { refused?: Refusal }) => refused === undefined

/**
 * What is to be sent next. A part that was begun goes first, under the id it has; else the reads of one room are frozen
 * under a new one, so that what is read meanwhile is another part.
 */
export const nextSweep = (userId: string): Promise<Sweep | undefined> =>
  transact(['reads', 'sweeps'], 'readwrite', async (store) => {
    const sweeps = await answered<Sweep[]>(store('sweeps').getAll())
    const begun = sweeps.filter((sweep) => sweep.userId === userId && waits(sweep))
    if (begun.length > 0) return begun.sort((a, b) => a.frozenAt - b.frozenAt)[0]
    const [first] = await answered<WaitingRead[]>(store('reads').getAll(keysBelow(userId), 1))
    if (first === undefined) return undefined
    const { inventoryId, placeId, inventory, place } = first
    const range = keysBelow(userId, inventoryId, placeId)
    const part = firstPart(await answered<WaitingRead[]>(store('reads').getAll(range, mostReads)))
    const last = part.at(-1) ?? first
    store('reads').delete(IDBKeyRange.bound(range.lower, keyOf(last, last.tag)))
    const reads = part.map(({ tag, at, lastAt, count, rssi }) => ({
      ...{ tag, at, lastAt, count },
      ...(rssi !== undefined && { rssi }),
    }))
    const room = { userId, inventoryId, placeId, inventory, place }
    const sweep: Sweep = { ...room, sweepId: newId(), reads, frozenAt: Date.now() }
    store('sweeps').put(sweep)
    return sweep
  })

/** The server has it: what it says of a tag counts more than what the device thought. */
export async function sweepIsSent(sweep: Sweep, answers: ReadAnswer[]) {
  await transact(['sweeps', 'seen'], 'readwrite', async (store) => {
    store('sweeps').delete(sweep.sweepId)
    const { userId, inventoryId, placeId } = sweep
    for (const answer of answers)
      store('seen').put({
        ...{ userId, inventoryId, placeId },
        ...{ tag: answer.tag, class: answer.class },
      } satisfies SeenRecord)
  })
  tellChange()
}

export const nextSighting = (userId: string): Promise<KeptSighting | undefined> =>
  transact(['sightings'], 'readonly', async (store) => {
    const all = await answered<KeptSighting[]>(store('sightings').getAll())
    return all.filter((one) => one.userId === userId && waits(one)).sort((a, b) => a.at - b.at)[0]
  })

type Kept = { store: 'sweeps'; value: Sweep } | { store: 'sightings'; value: KeptSighting }

/** Refused, or to be tried again. */
export async function replaceKept({ store: name, value }: Kept) {
  await transact([name], 'readwrite', (store) => answered(store(name).put(value)))
  tellChange()
}

export async function removeKept({ store: name, value }: Kept) {
  const key = 'sweepId' in value ? value.sweepId : value.sightingId
  await transact([name], 'readwrite', (store) => answered(store(name).delete(key)))
  tellChange()
}

export type Unsent = {
  /** Of the person who counts now, refused ones apart. */
  mine: number
  refused: Kept[]
  /** Of other people who counted on this device. */
  others: { name: string; count: number }[]
}

type Pending = Sweep | KeptSighting

/** Tags and sightings that wait below the key. A tag that is read again while a part with it is on its way is still one. */
async function countPending(
  store: Stores,
  kept: Pending[],
  userId: string,
  inventoryId?: string,
): Promise<number> {
  const range = inventoryId === undefined ? keysBelow(userId) : keysBelow(userId, inventoryId)
  const waiting = await answered(store('reads').count(range))
  const own = kept.filter(
    (one) => waits(one) && one.userId === userId && (inventoryId ?? one.inventoryId) === one.inventoryId,
  )
  const frozen = new Set(
    own.flatMap((one) => ('reads' in one ? one.reads.map(({ tag }) => keyOf(one, tag).join(' ')) : [])),
  )
  const keys = frozen.size > 0 && waiting > 0 ? await answered(store('reads').getAllKeys(range)) : []
  const both = keys.filter((key) => frozen.has((key as string[]).join(' '))).length
  return waiting + frozen.size - both + own.filter((one) => !('reads' in one)).length
}

const allKept = async (store: Stores): Promise<Pending[]> => [
  ...(await answered<Sweep[]>(store('sweeps').getAll())),
  ...(await answered<KeptSighting[]>(store('sightings').getAll())),
]

/** All that the server does not have. */
export const unsent = (userId: string): Promise<Unsent> =>
  transact(['reads', 'sweeps', 'sightings', 'people'], 'readonly', async (store) => {
    const kept = await allKept(store)
    const people = await answered<{ userId: string; name: string }[]>(store('people').getAll())
    const others: Unsent['others'] = []
    for (const person of people) {
      const count = person.userId === userId ? 0 : await countPending(store, kept, person.userId)
      if (count > 0) others.push({ name: person.name, count })
    }
    const refused = kept.filter((one) => one.userId === userId && !waits(one)).map(keptIn)
    return { mine: await countPending(store, kept, userId), refused, others }
  })

const keptIn = (value: Pending): Kept =>
  'reads' in value ? { store: 'sweeps', value } : { store: 'sightings', value }

/** How much of one inventory waits here, for the manager who would end counting. */
export const unsentOf = (userId: string, inventoryId: string): Promise<number> =>
  transact(['reads', 'sweeps', 'sightings'], 'readonly', async (store) =>
    countPending(store, await allKept(store), userId, inventoryId),
  )
