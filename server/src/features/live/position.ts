import { createHmac, timingSafeEqual } from 'node:crypto'

const minuteMs = 60_000
/** Who was away for longer asks anew, which costs less than telling all of it. */
const mostMinutes = 60
const macBytes = 16
const form = /^([\d:,]{1,5000})\.(\d{1,12})\.([\w-]{22})$/

/**
 * The position in the stream as a client carries it: a snapshot, the minute it was handed out, and a signature over both.
 * Only a position that the product handed out lately is read, so nobody can ask for the ledger from its beginning.
 */
export function signedPositions(secret: string) {
  let latest = { text: '', position: '' }

  const macOf = (text: string) =>
    createHmac('sha256', secret).update(`live position\0${text}`).digest().subarray(0, macBytes)

  const minuteNow = () => Math.floor(Date.now() / minuteMs)

  return {
    /** One batch goes to many subscribers with the same snapshot: it is signed once. */
    sign(snapshot: string): string {
      const text = `${snapshot}.${minuteNow()}`
      if (latest.text !== text) latest = { text, position: `${text}.${macOf(text).toString('base64url')}` }
      return latest.position
    },
    /** The snapshot of a position; undefined for one that was not handed out here, or too long ago. */
    read(position: string): string | undefined {
      const [, snapshot = '', minute = '', mac = ''] = form.exec(position) ?? []
      const given = Buffer.from(mac, 'base64url')
      if (given.length !== macBytes || !timingSafeEqual(given, macOf(`${snapshot}.${minute}`)))
        return undefined
      return minuteNow() - Number(minute) <= mostMinutes ? snapshot : undefined
    },
  }
}
export type SignedPositions = ReturnType<typeof signedPositions>
