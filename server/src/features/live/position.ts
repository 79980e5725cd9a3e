// Why it is built this way: docs/decisions/013-limits-per-person.md

import { sealer } from '#kernel/sealing.ts'

const minuteMs = 60_000
/** After a longer absence a client fetches everything again, which is cheaper than sending all entries. */
const mostMinutes = 60
const form = /^([\d:,]{1,5000})\.(\d{1,12})$/

/**
 * The position in the stream as a client holds it: a snapshot and the minute it was issued, encrypted. Only
 * recently issued positions are accepted, so nobody can request the ledger from its beginning. A public page
 * does not reveal the number of transactions.
 */
export function sealedPositions(secret: string) {
  const { seal, unseal } = sealer(secret, 'live position')
  let latest = { text: '', position: '' }

  const minuteNow = () => Math.floor(Date.now() / minuteMs)

  return {
    /** One batch goes to many subscribers with the same snapshot, so it is encrypted once. */
    seal(snapshot: string): string {
      const text = `${snapshot}.${minuteNow()}`
      if (latest.text !== text) latest = { text, position: seal(text) }
      return latest.position
    },
    /** The snapshot of a position; undefined if we did not issue it, or too long ago. */
    read(position: string): string | undefined {
      const [, snapshot, minute] = form.exec(unseal(position) ?? '') ?? []
      return minuteNow() - Number(minute) <= mostMinutes ? snapshot : undefined
    },
  }
}
export type SealedPositions = ReturnType<typeof sealedPositions>
