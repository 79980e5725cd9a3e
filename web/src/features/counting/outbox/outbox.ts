// Why it is built this way: docs/decisions/044-counting-without-a-network.md

import { mostReads, type ReadAnswer, type ReadClass } from '@ats/contract/inventories/counting.ts'
import { answered, keysBelow, type Stores, transact } from './database.ts'
import { newId } from './device.ts'
import { memory } from './memory.ts'
import { firstPart, mergeByTag, mergeReads, type Read } from './merge-reads.ts'
import { tellChange } from './outbox-changes.ts'
import { notePhoto } from './photos.ts'
import {
  type CountedRoom,
  idOf,
  isSweep,
  type KeptSighting,
  keyOf,
  type Part,
  plain,
  type Seen,
  type SeenRecord,
  type Sweep,
  type WaitingRead,
  waits,
} from './records.ts'

/** Stores reads on the device. While unsent, reads of the same tag in one room are merged. */
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

/** Moves the reads in memory to the disk, once it accepts them. */
export async function storeMemory() {
  const [reads, parts] = [memory.reads(), memory.parts()]
  if (reads.length + parts.length === 0) return
  await transact(['reads', 'sweeps', 'sightings'], 'readwrite', async (store) => {
    for (const read of reads) {
      const before = await answered<WaitingRead | undefined>(store('reads').get(keyOf(read, read.tag)))
      store('reads').put({ ...read, ...mergeReads(before, read) } satisfies WaitingRead)
    }
    for (const part of parts) store(isSweep(part) ? 'sweeps' : 'sightings').put(part)
  })
  memory.stored({ reads, parts })
  tellChange()
}

export async function addSighting(
  room: CountedRoom,
  sighting: Pick<KeptSighting, 'label' | 'note' | 'image'>,
) {
  const kept: KeptSighting = { ...room, ...sighting, sightingId: newId(), at: Date.now() }
  await replaceKept(kept)
  await notePhoto(room, kept)
}

/** The tags that this device read in the room, sent or not. */
export async function seenIn(room: CountedRoom): Promise<Map<string, ReadClass>> {
  const { userId, inventoryId, placeId } = room
  const records = await transact(['seen'], 'readonly', (store) =>
    answered<SeenRecord[]>(store('seen').getAll(keysBelow(userId, inventoryId, placeId))),
  ).catch(() => [])
  return new Map([...memory.seenIn(room), ...records.map((one) => [one.tag, one.class] as const)])
}

/** What this device read in an inventory, sent or not: keys of person, inventory, room and tag. */
async function readKeys(userId: string, inventoryId: string): Promise<Set<string>> {
  const stored = await transact(['seen'], 'readonly', (store) =>
    answered(store('seen').getAllKeys(keysBelow(userId, inventoryId))),
  ).catch(() => [])
  return new Set([
    ...(stored as string[][]).map((key) => key.join(' ')),
    ...memory.seenKeys(userId, inventoryId),
  ])
}

/** The number of tags that this device read in each room of an inventory, sent or not. */
export async function readByRoom(userId: string, inventoryId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const key of await readKeys(userId, inventoryId)) {
    const [, , placeId = ''] = key.split(' ')
    counts.set(placeId, (counts.get(placeId) ?? 0) + 1)
  }
  return counts
}

/** The tags that this device read in any room of an inventory, sent or not. */
export const readTags = async (userId: string, inventoryId: string): Promise<Set<string>> =>
  new Set([...(await readKeys(userId, inventoryId))].map((key) => key.split(' ').slice(3).join(' ')))

/**
 * The next part to send. A part that was started goes first, with its id. Otherwise the reads of one room are
 * frozen under a new id, so that later reads form another part. If the disk is full, the frozen part is kept
 * in memory.
 */
export async function nextSweep(userId: string, isHeldBack: HeldBack): Promise<Sweep | undefined> {
  const inMemory = memory.nextSweep(userId, newId, Date.now(), isHeldBack)
  if (inMemory !== undefined) return inMemory
  const stores: ['reads', 'sweeps'] = ['reads', 'sweeps']
  const frozen = (mode: 'readonly' | 'readwrite') =>
    transact(stores, mode, (store) => freezeNext(store, { userId, isHeldBack, mode }))
  return frozen('readwrite').catch(async () => {
    const sweep = await frozen('readonly')
    if (sweep !== undefined) memory.put(sweep)
    return sweep
  })
}

/** Skipped in this round: an inventory that is busy, or a part that does not get through. */
export type HeldBack = (part: { inventoryId: string; sweepId?: string; sightingId?: string }) => boolean
type Freeze = { userId: string; isHeldBack: HeldBack; mode: 'readonly' | 'readwrite' }

async function freezeNext(store: Stores, { userId, isHeldBack, mode }: Freeze): Promise<Sweep | undefined> {
  const sweeps = await answered<Sweep[]>(store('sweeps').getAll())
  const begun = sweeps.filter((sweep) => sweep.userId === userId && waits(sweep) && !isHeldBack(sweep))
  if (begun.length > 0) return begun.sort((a, b) => a.frozenAt - b.frozenAt)[0]
  const first = await firstRead(store, userId, isHeldBack)
  if (first === undefined) return undefined
  const { inventoryId, placeId, inventory, place } = first
  const range = keysBelow(userId, inventoryId, placeId)
  const part = firstPart(await answered<WaitingRead[]>(store('reads').getAll(range, mostReads)))
  const room = { userId, inventoryId, placeId, inventory, place }
  const sweep: Sweep = { ...room, sweepId: newId(), reads: part.map(plain), frozenAt: Date.now() }
  if (mode === 'readonly') return sweep
  const last = part.at(-1) ?? first
  store('reads').delete(IDBKeyRange.bound(range.lower, keyOf(last, last.tag)))
  store('sweeps').put(sweep)
  return sweep
}

/** The first read of an inventory that is not skipped. */
async function firstRead(store: Stores, userId: string, isHeldBack: HeldBack) {
  let range = keysBelow(userId)
  for (;;) {
    const [first] = await answered<WaitingRead[]>(store('reads').getAll(range, 1))
    if (first === undefined || !isHeldBack(first)) return first
    range = IDBKeyRange.bound([userId, first.inventoryId, []], [userId, []])
  }
}

/** The server has the sweep. Its class of a tag replaces the class that the device assigned. */
export async function sweepIsSent(sweep: Sweep, answers: ReadAnswer[]) {
  const isInMemory = memory.holds(sweep.sweepId)
  memory.remove(sweep.sweepId)
  memory.learn(sweep, answers)
  const written = transact(['reads', 'sweeps', 'seen'], 'readwrite', async (store) => {
    store('sweeps').delete(sweep.sweepId)
    const { userId, inventoryId, placeId } = sweep
    // The disk could not freeze these reads, so they are still there.
    if (isInMemory) await deleteSent(store, sweep)
    for (const answer of answers)
      store('seen').put({
        ...{ userId, inventoryId, placeId },
        ...{ tag: answer.tag, class: answer.class, sent: true },
      } satisfies SeenRecord)
  })
  await written.catch(() =>
    // A full disk cannot store the classes, but sent reads can still be deleted.
    transact(['reads', 'sweeps'], 'readwrite', async (store) => {
      store('sweeps').delete(sweep.sweepId)
      if (isInMemory) await deleteSent(store, sweep)
    }),
  )
  tellChange()
}

async function deleteSent(store: Stores, sweep: Sweep) {
  for (const read of sweep.reads) {
    const key = keyOf(sweep, read.tag)
    const now = await answered<WaitingRead | undefined>(store('reads').get(key))
    if (now !== undefined && now.lastAt <= read.lastAt) store('reads').delete(key)
  }
}

export async function nextSighting(userId: string, isHeldBack: HeldBack): Promise<KeptSighting | undefined> {
  const stored = await transact(['sightings'], 'readonly', (store) =>
    answered<KeptSighting[]>(store('sightings').getAll()),
  ).catch(() => [])
  const all = [...memory.parts().filter((part) => !isSweep(part)), ...stored] as KeptSighting[]
  return all
    .filter((one) => one.userId === userId && waits(one) && !isHeldBack(one))
    .sort((a, b) => a.at - b.at)[0]
}

/** Splits a part that is too large for a proxy in between into two. */
export async function splitSweep(sweep: Sweep) {
  const { refused: _, ...whole } = sweep
  const middle = Math.ceil(sweep.reads.length / 2)
  const halves = [sweep.reads.slice(0, middle), sweep.reads.slice(middle)].map((reads) => ({
    ...whole,
    ...{ reads, sweepId: newId() },
  }))
  const written = transact(['sweeps'], 'readwrite', async (store) => {
    store('sweeps').delete(sweep.sweepId)
    for (const half of halves) store('sweeps').put(half)
  })
  await written.then(
    () => memory.remove(sweep.sweepId),
    () => {
      memory.remove(sweep.sweepId)
      for (const half of halves) memory.put(half)
    },
  )
  tellChange()
}

const storeOf = (part: Part) => (isSweep(part) ? 'sweeps' : 'sightings')

/** Stores a part that is new, rejected, or to be retried. */
export async function replaceKept(part: Part) {
  const name = storeOf(part)
  const isInMemory = memory.holds(idOf(part))
  await transact([name], 'readwrite', (store) => answered(store(name).put(part))).then(
    () => memory.remove(idOf(part)),
    () => memory.put(part),
  )
  // A rejected part must no longer be among the waiting reads.
  if (isInMemory && isSweep(part))
    await transact(['reads'], 'readwrite', (store) => deleteSent(store, part)).catch(() => undefined)
  tellChange()
}

export async function removeKept(part: Part) {
  const name = storeOf(part)
  const isInMemory = memory.remove(idOf(part))
  const removed = transact([name], 'readwrite', (store) => answered(store(name).delete(idOf(part))))
  await (isInMemory ? removed.catch(() => undefined) : removed)
  tellChange()
}
