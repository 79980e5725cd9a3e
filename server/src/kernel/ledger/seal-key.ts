import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The key that signs seals, and its public half as it is in a seal. */
export type SealKey = { privateKey: KeyObject; publicKey: Uint8Array }

// A key of Ed25519 is 32 bytes; these headers make it a document that Node reads (RFC 8410).
const privateHeader = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicHeader = Buffer.from('302a300506032b6570032100', 'hex')

const rawKey = (key: KeyObject) =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(publicHeader.length))

function fromPrivate(privateKey: KeyObject): SealKey {
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error('LEDGER_KEY_FILE must contain a private key of Ed25519')
  return { privateKey, publicKey: rawKey(createPublicKey(privateKey)) }
}

/** The key of the installation: from its own file, or derived from `SECRET`. Neither is in the database. */
export function sealKeyOf({ ledgerKeyFile, secret }: { ledgerKeyFile?: string | undefined; secret: string }) {
  if (ledgerKeyFile !== undefined) return fromPrivate(createPrivateKey(readFileSync(ledgerKeyFile)))
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'ats ledger seals', 32))
  return fromPrivate(
    createPrivateKey({ key: Buffer.concat([privateHeader, seed]), format: 'der', type: 'pkcs8' }),
  )
}

export const signed = ({ privateKey }: SealKey, bytes: Uint8Array) => sign(null, bytes, privateKey)

const publicKeys = new Map<string, KeyObject>()

function publicKeyOf(raw: Uint8Array) {
  const name = Buffer.from(raw).toString('hex')
  const known = publicKeys.get(name)
  if (known !== undefined) return known
  const key = createPublicKey({ key: Buffer.concat([publicHeader, raw]), format: 'der', type: 'spki' })
  publicKeys.set(name, key)
  return key
}

/** False for a key that is none, too. */
export function isSigned(key: Uint8Array, signature: Uint8Array, bytes: Uint8Array) {
  try {
    return verify(null, bytes, publicKeyOf(key), signature)
  } catch {
    return false
  }
}

export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
