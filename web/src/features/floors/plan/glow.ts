import type { RoomActivity } from '@ats/contract/floors.ts'

/** A room stays lit this long after its last read. */
const litMs = 2_500
/** Reads of a response are spread over the time until the next one, as they happened. */
const spreadMs = 3_000

type Due = { placeId: string; at: number }

/**
 * Lights rooms by an attribute, past React: only elements that change are touched. `tick` is called several
 * times a second.
 */
export function createGlow(elementOf: (placeId: string) => Element | null) {
  const lastRead = new Map<string, number>()
  const litUntil = new Map<string, number>()
  let due: Due[] = []
  return {
    /** `serverNow` is the moment of the response, by the clock that also stamped the reads. */
    take(rooms: readonly RoomActivity[], serverNow: number, now: number) {
      for (const { placeId, lastReadAt } of rooms) {
        const readAt = Date.parse(lastReadAt)
        if (readAt <= (lastRead.get(placeId) ?? 0)) continue
        lastRead.set(placeId, readAt)
        const wait = Math.min(spreadMs, Math.max(0, spreadMs - (serverNow - readAt)))
        due.push({ placeId, at: now + wait })
      }
    },
    tick(now: number) {
      const isDue = ({ at }: Due) => at <= now
      for (const { placeId } of due.filter(isDue)) {
        if (!litUntil.has(placeId)) elementOf(placeId)?.setAttribute('data-lit', 'true')
        litUntil.set(placeId, now + litMs)
      }
      due = due.filter((one) => !isDue(one))
      for (const [placeId, until] of litUntil) {
        if (until > now) continue
        litUntil.delete(placeId)
        elementOf(placeId)?.removeAttribute('data-lit')
      }
    },
    clear() {
      for (const placeId of litUntil.keys()) elementOf(placeId)?.removeAttribute('data-lit')
      litUntil.clear()
      due = []
    },
  }
}
