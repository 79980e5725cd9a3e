import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import { expectReads } from './announcements.ts'
import { memory } from './memory.ts'
import type { Read } from './merge-reads.ts'
import { addReads, seenIn, storeMemory } from './outbox.ts'
import { tellChange } from './outbox-changes.ts'
import type { CountedRoom, Seen } from './records.ts'

const retryMs = 3_000

type Tell = { noted: (seen: Seen[]) => void; failed: (error: unknown) => void }

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
    tell.noted(memory.addReads(room, batch, classOf, known))
    tell.failed(error)
    tellChange()
    storeLater()
  }
  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await addReads(room, batch, classOf).then(
        (seen) => tell.noted(seen),
        (error) => keepInMemory(batch, error),
      )
    }
    isWriting = false
  }
  return (tags: string[]) => {
    const at = Date.now()
    expectReads(room)
    waiting.push(...tags.map((tag) => ({ tag, at, lastAt: at, count: 1 })))
    void write()
  }
}
