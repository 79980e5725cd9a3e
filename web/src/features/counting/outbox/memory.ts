import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { firstPart, mergeByTag, mergeReads, type Read } from './merge-reads.ts'
import {
  type CountedRoom,
  idOf,
  isSweep,
  type Part,
  plain,
  type Seen,
  type Sweep,
  textKey,
  type WaitingRead,
  waits,
} from './records.ts'

const isOf = (one: CountedRoom, userId: string, inventoryId?: string) =>
  one.userId === userId && (inventoryId ?? one.inventoryId) === one.inventoryId

/** Tags that only this page knows, because the disk did not store them. */
function memorySeen() {
  const seen = new Map<string, { room: CountedRoom; tag: string; class: ReadClass }>()
  const note = (room: CountedRoom, tag: string, is: ReadClass) =>
    void seen.set(textKey(room, tag), { room, tag, class: is })
  return {
    note,
    classOf: (key: string) => seen.get(key)?.class,
    seenIn: (room: Pick<CountedRoom, 'userId' | 'inventoryId' | 'placeId'>) =>
      new Map(
        [...seen.values()]
          .filter((one) => isOf(one.room, room.userId, room.inventoryId) && one.room.placeId === room.placeId)
          .map((one) => [one.tag, one.class] as const),
      ),
    seenKeys: (userId: string, inventoryId: string) =>
      [...seen.entries()].filter(([, { room }]) => isOf(room, userId, inventoryId)).map(([key]) => key),
    forget: (room: CountedRoom, tag: string) => seen.delete(textKey(room, tag)),
    /** The server's class takes precedence. */
    learn(room: CountedRoom, answers: { tag: string; class: ReadClass }[]) {
      for (const answer of answers)
        if (seen.has(textKey(room, answer.tag))) note(room, answer.tag, answer.class)
    },
  }
}

/** Removes reads that no part contains yet. */
function undoIn(
  reads: Map<string, WaitingRead>,
  seen: ReturnType<typeof memorySeen>,
  room: CountedRoom,
  tags: string[],
): string[] {
  const undone = tags.filter((tag) => reads.delete(textKey(room, tag)))
  for (const tag of undone) seen.forget(room, tag)
  return undone
}

/**
 * Reads that the disk cannot store. They wait, count as unsent and are sent like all others, but are lost
 * with the page.
 */
export function memoryOutbox() {
  const reads = new Map<string, WaitingRead>()
  const seen = memorySeen()
  const parts = new Map<string, Part>()

  const partsOf = (userId: string) => [...parts.values()].filter((part) => isOf(part, userId))
  const { seenIn, seenKeys, learn } = seen
  return {
    ...{ seenIn, seenKeys, learn },
    /** `known`: the classes of tags that were read before. */
    addReads(
      room: CountedRoom,
      added: Read[],
      classOf: (tag: string) => ReadClass,
      known: ReadonlyMap<string, ReadClass> = new Map(),
    ): Seen[] {
      return mergeByTag(added).map((read) => {
        const key = textKey(room, read.tag)
        reads.set(key, { ...room, ...mergeReads(reads.get(key), read) })
        const before = seen.classOf(key) ?? known.get(read.tag)
        const is = before ?? classOf(read.tag)
        seen.note(room, read.tag, is)
        return { tag: read.tag, class: is, isNew: before === undefined }
      })
    },
    undo: (room: CountedRoom, tags: string[]) => undoIn(reads, seen, room, tags),
    put: (part: Part) => void parts.set(idOf(part), part),
    holds: (id: string) => parts.has(id),
    remove: (id: string) => parts.delete(id),
    parts: () => [...parts.values()],
    reads: () => [...reads.values()],
    /** A part that was started, or the reads of one room as a new part. */
    nextSweep(userId: string, newId: () => string, now: number, isHeldBack = (_: CountedRoom) => false) {
      const begun = partsOf(userId).find((part) => isSweep(part) && waits(part) && !isHeldBack(part))
      if (begun !== undefined) return begun as Sweep
      const first = [...reads.values()].find((read) => isOf(read, userId) && !isHeldBack(read))
      if (first === undefined) return undefined
      const { inventoryId, placeId, inventory, place } = first
      const room = { userId, inventoryId, placeId, inventory, place }
      const ofRoom = [...reads.values()].filter(
        (read) => isOf(read, userId, inventoryId) && read.placeId === placeId,
      )
      const part = firstPart(ofRoom)
      for (const read of part) reads.delete(textKey(room, read.tag))
      const sweep: Sweep = { ...room, sweepId: newId(), reads: part.map(plain), frozenAt: now }
      parts.set(sweep.sweepId, sweep)
      return sweep
    },
    /** Removes what is now on disk. A read that changed meanwhile stays. */
    stored(written: { reads: WaitingRead[]; parts: Part[] }) {
      for (const read of written.reads)
        if (reads.get(textKey(read, read.tag)) === read) reads.delete(textKey(read, read.tag))
      for (const part of written.parts) if (parts.get(idOf(part)) === part) parts.delete(idOf(part))
    },
    /** Keys of tags that are only in memory. */
    keysOf: (userId: string, inventoryId?: string) =>
      [...reads.entries()].filter(([, read]) => isOf(read, userId, inventoryId)).map(([key]) => key),
    size: () => reads.size + [...parts.values()].reduce((sum, part) => sum + sizeOf(part), 0),
  }
}

const sizeOf = (part: Part) => (isSweep(part) ? part.reads.length : 1)

export const memory = memoryOutbox()
