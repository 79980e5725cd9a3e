import { useRef } from 'react'

type Sent = { what: string; image: Blob | null; key: string }

/**
 * The idempotency key stays the same while the content does, so that a retry after a lost response does
 * nothing twice.
 */
export function useSubmissionKey() {
  const last = useRef<Sent>(null)
  return {
    keyFor(values: object, image: Blob | null): string {
      const what = JSON.stringify(values)
      const before = last.current
      const key = before?.what === what && before.image === image ? before.key : randomKey()
      last.current = { what, image, key }
      return key
    },
    forget() {
      last.current = null
    },
  }
}

/** `randomUUID` is not available without HTTPS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
