import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** A secret for a person, and its hash, which is all that we store. */
export function newSecret(prefix = '') {
  const secret = prefix + randomBytes(secretBytes).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
