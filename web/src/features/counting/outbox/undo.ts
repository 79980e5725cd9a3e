import { counting, mostReads } from '@ats/contract/inventories/counting.ts'
import { call } from '#kernel/http/call.ts'
import { currentSession } from '#kernel/session/session.ts'
import { reportSoon } from './announcements.ts'
import { sendOptions } from './as-owner.ts'
import { answered, keysBelow, type Stores, transact } from './database.ts'
import { thisDevice } from './device.ts'
import { memory } from './memory.ts'
import { tellChange } from './outbox-changes.ts'
import { type CountedRoom, isSweep, keyOf, type SeenRecord, type Sweep, type WaitingRead } from './records.ts'
import { syncNow } from './sync.ts'

const isIn =
  ({ userId, inventoryId, placeId }: CountedRoom) =>
  (one: CountedRoom) =>
    one.userId === userId && one.inventoryId === inventoryId && one.placeId === placeId

/** Tags in parts that are being sent or were rejected: the server may have them at any moment. */
async function begunTags(store: Stores, room: CountedRoom): Promise<Set<string>> {
  const stored = await answered<Sweep[]>(store('sweeps').getAll())
  const begun = [...stored, ...memory.parts().filter(isSweep)].filter(isIn(room))
  return new Set(begun.flatMap(({ reads }) => reads.map(({ tag }) => tag)))
}

/** Removes reads that only this device has. Returns their tags, and those that the server has. */
async function undoHere(room: CountedRoom, tags: string[]) {
  const inMemory = new Set(memory.undo(room, tags))
  const here = await transact(['reads', 'seen', 'sweeps'], 'readwrite', async (store) => {
    const begun = await begunTags(store, room)
    const [undone, sent]: [string[], string[]] = [[], []]
    for (const tag of tags.filter((one) => !begun.has(one))) {
      const key = keyOf(room, tag)
      const waiting = await answered<WaitingRead | undefined>(store('reads').get(key))
      store('reads').delete(key)
      const known = await answered<SeenRecord | undefined>(store('seen').get(key))
      if (known?.sent) sent.push(tag)
      else if (waiting !== undefined || inMemory.has(tag)) {
        store('seen').delete(key)
        undone.push(tag)
      }
    }
    return { undone, sent }
  }).catch(() => ({ undone: [...inMemory], sent: [] }))
  return here
}

/** Removes reads on the server. Only then does this device forget that it read them. */
async function undoSent(room: CountedRoom, tags: string[]) {
  if (currentSession()?.user._id !== room.userId) return []
  const { inventoryId, placeId } = room
  const undone: string[] = []
  for (let from = 0; from < tags.length; from += mostReads) {
    const part = tags.slice(from, from + mostReads)
    const body = { ...thisDevice(), placeId, tags: part }
    await call(counting.undo, { params: { id: inventoryId }, body }, sendOptions())
    await transact(['seen'], 'readwrite', async (store) => {
      for (const tag of part) store('seen').delete(keyOf(room, tag))
    }).catch(() => undefined)
    undone.push(...part)
  }
  return undone
}

/** The tags that this device read in a room, except those that are being sent. */
export async function undoable(room: CountedRoom): Promise<string[]> {
  const { userId, inventoryId, placeId } = room
  const inMemory = memory.reads().filter(isIn(room))
  const stored = await transact(['seen', 'sweeps'], 'readonly', async (store) => {
    const keys = await answered(store('seen').getAllKeys(keysBelow(userId, inventoryId, placeId)))
    const begun = await begunTags(store, room)
    return (keys as string[][]).map((key) => key[3] ?? '').filter((tag) => !begun.has(tag))
  }).catch(() => [])
  return [...new Set([...stored, ...inMemory.map(({ tag }) => tag)])]
}

/**
 * Undoes reads of a room, also on the server, and returns their tags. Reads that are being sent stay: whether
 * the server has them is not known yet. Throws if the server did not undo its reads.
 */
export async function undoReads(room: CountedRoom, tags: string[]): Promise<string[]> {
  const { undone, sent } = await undoHere(room, tags)
  const done = () => {
    tellChange()
    reportSoon(room)
    syncNow()
  }
  try {
    return [...undone, ...(await undoSent(room, sent))]
  } finally {
    done()
  }
}
