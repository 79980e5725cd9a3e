import { createHash } from 'node:crypto'
import type { Id } from '#kernel/db/db.ts'

const keptMs = 10 * 60_000
const mostKept = 20_000
/**
 * The times of a reader that sends more than one message per millisecond run ahead of the clock by at most
 * this much.
 */
const mostAheadMs = 1000

export type Arrival = {
  reader: Id
  payload: Uint8Array
  /** Identifies a repeated message; undefined if the sender gives no identification. */
  name?: string | undefined
  /** The sender says that it may have sent the message before. */
  isResent?: boolean
}

/**
 * Arrival times of messages. Reads without their own time get this one, and a read is identified by its time.
 * So each message of a reader has a different time, and a repeated message keeps the time of the first.
 */
export function newArrivals(now: () => number = Date.now) {
  const latest = new Map<Id, number>()
  const kept = new Map<string, number>()

  function nextOf(reader: Id) {
    const moment = now()
    const at = Math.min(Math.max(moment, (latest.get(reader) ?? 0) + 1), moment + mostAheadMs)
    latest.set(reader, at)
    return at
  }

  /** The oldest entries come first. */
  function forgetOld() {
    for (const [key, at] of kept) {
      if (kept.size <= mostKept && at > now() - keptMs) return
      kept.delete(key)
    }
  }

  return ({ reader, payload, name, isResent = false }: Arrival): string => {
    if (name === undefined) return new Date(nextOf(reader)).toISOString()
    const key = createHash('sha256').update(`${reader} ${name}\n`).update(payload).digest('base64url')
    const before = isResent ? kept.get(key) : undefined
    const at = before ?? nextOf(reader)
    kept.delete(key)
    kept.set(key, at)
    forgetOld()
    return new Date(at).toISOString()
  }
}

export type Arrivals = ReturnType<typeof newArrivals>
