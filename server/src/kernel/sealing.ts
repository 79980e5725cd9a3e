import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'ats sealing', 32))

/**
 * Encrypts a secret that the program needs again, with a key derived from `SECRET`. It opens only for the same
 * purpose, so a value that was copied to another row is of no use there.
 */
export function seal(secret: string, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret), iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Undefined if it was sealed with another `SECRET` or for another purpose, or was changed since. */
export function unseal(secret: string, purpose: string, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** The same for one purpose and texts, such as values that a client gets and sends back. */
export const sealer = (secret: string, purpose: string) => ({
  seal: (text: string) => seal(secret, purpose, text).toString('base64url'),
  unseal: (sealed: string) => unseal(secret, purpose, Buffer.from(sealed, 'base64url')),
})
export type Sealer = ReturnType<typeof sealer>
