import type { Crypto } from '@ats/contract/ledger/check.ts'
import { sha256 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

const keys = new Map<string, Promise<CryptoKey>>()

function keyOf(raw: Uint8Array) {
  const name = raw.join()
  const key = keys.get(name) ?? crypto.subtle.importKey('raw', raw as Bytes, 'Ed25519', false, ['verify'])
  keys.set(name, key)
  return key
}

/** The hashes of many entries are faster without promises; signatures are few. */
export const browserCrypto: Crypto = {
  sha256,
  async isSigned(key, signature, bytes) {
    try {
      return await crypto.subtle.verify('Ed25519', await keyOf(key), signature as Bytes, bytes as Bytes)
    } catch (error) {
      // A browser without Ed25519, or a key that is none.
      return error instanceof DOMException && error.name === 'DataError' ? false : undefined
    }
  },
}
