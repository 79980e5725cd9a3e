import type { ReadClass } from '@ats/contract/inventories/counting.ts'
import type { Read } from './merge-reads.ts'
import { addReads, type CountedRoom, type Seen } from './outbox.ts'

const retryMs = 3_000

type Tell = { noted: (seen: Seen[]) => void; failed: (error: unknown) => void }

/**
 * Takes reads as fast as they come and writes what gathered meanwhile in one go. What a full disk refuses stays here and is
 * tried again.
 */
export function readWriter(room: CountedRoom, classOf: (tag: string) => ReadClass, tell: Tell) {
  let waiting: Read[] = []
  let isWriting = false

  const write = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        tell.noted(await addReads(room, batch, classOf))
      } catch (error) {
        waiting = [...batch, ...waiting]
        tell.failed(error)
        setTimeout(() => void write(), retryMs)
        break
      }
    }
    isWriting = false
  }
  return (tags: string[]) => {
    const at = Date.now()
    waiting.push(...tags.map((tag) => ({ tag, at, lastAt: at, count: 1 })))
    void write()
  }
}
