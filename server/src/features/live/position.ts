// Why it is built this way: docs/decisions/013-limits-per-person.md

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const minuteMs = 60_000
/** After a longer absence a client fetches everything again, which is cheaper than sending all entries. */
const mostMinutes = 60
const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const form = /^([\d:,]{1,5000})\.(\d{1,12})$/

/**
 * The position in the stream as a client holds it: a snapshot and the minute it was issued, encrypted. Only
 * recently issued positions are accepted, so nobody can request the ledger from its beginning. A public page
 * does not reveal the number of transactions.
 */
export function sealedPositions(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'live position', 32))
  let latest = { text: '', position: '' }

  function seal(text: string): string {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    const sealed = [nonce, sealing.update(text), sealing.final()]
    return Buffer.concat([...sealed, sealing.getAuthTag()]).toString('base64url')
  }

  /** Empty if it was not encrypted by us. */
  function unseal(position: string): string {
    const bytes = Buffer.from(position, 'base64url')
    if (bytes.length <= nonceBytes + tagBytes) return ''
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    opening.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return `${opening.update(bytes.subarray(nonceBytes, -tagBytes)).toString()}${opening.final().toString()}`
    } catch {
      return ''
    }
  }

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
      const [, snapshot, minute] = form.exec(unseal(position)) ?? []
      return minuteNow() - Number(minute) <= mostMinutes ? snapshot : undefined
    },
  }
}
export type SealedPositions = ReturnType<typeof sealedPositions>
