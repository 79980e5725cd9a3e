import { useRef } from 'react'

type Sent = { what: string; image: Blob | null; key: string }

/**
 * The key of a submission stays the same while the same is sent, so that sending it again after a lost answer
 * registers nothing twice.
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

/** Made by hand because randomUUID is missing where the page does not come over HTTPS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
