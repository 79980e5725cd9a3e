import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { expectReads } from './announcements.ts'
import { memory } from './memory.ts'
import type { Read } from './merge-reads.ts'
import { addReads, seenIn, storeMemory } from './outbox.ts'
import { tellChange } from './outbox-changes.ts'
import type { CountedRoom, Seen } from './records.ts'

const retryMs = 3_000

/** As many reads as the device stores without a noticeable pause. */
const mostAtOnce = 250

type Tell = {
  noted: (seen: Seen[]) => void
  failed: (error: unknown) => void
  /** How many reads of a large file are stored. */
  progress: (stored: number, total: number) => void
}

let storing = 0
/** Reads that are neither on disk nor in the outbox of this page yet. */
export const isStoring = () => storing > 0

let timer: ReturnType<typeof setTimeout> | undefined

/** Retries to write the reads in memory to the disk, until none are left. */
function storeLater() {
  clearTimeout(timer)
  timer = setTimeout(() => void storeMemory().catch(() => storeLater()), retryMs)
}

/**
 * Accepts reads at any rate and writes those that arrived meanwhile in one transaction. If the disk is full,
 * they wait in memory and are counted and sent from there.
 */
export function readWriter(room: CountedRoom, classOf: (tag: string) => ReadClass, tell: Tell) {
  let waiting: Read[] = []
  let isWriting = false

  const keepInMemory = async (batch: Read[], error: unknown) => {
    const known = await seenIn(room).catch(() => new Map())
    const seen = memory.addReads(room, batch, classOf, known)
    tell.failed(error)
    tellChange()
    storeLater()
    return seen
  }
  const storeAll = async (batch: Read[]) => {
    const seen: Seen[] = []
    for (let from = 0; from < batch.length; from += mostAtOnce) {
      if (batch.length > mostAtOnce) tell.progress(from, batch.length)
      const part = batch.slice(from, from + mostAtOnce)
      seen.push(...(await addReads(room, part, classOf).catch((error) => keepInMemory(part, error))))
    }
    return seen
  }
  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      storing += 1
      const seen = await storeAll(batch).finally(() => {
        storing -= 1
      })
      tell.noted(seen)
    }
    isWriting = false
  }
  return (reads: Read[]) => {
    expectReads(room)
    waiting = waiting.concat(reads)
    void write()
  }
}
