import { z } from 'zod'
import { framed, type Sha256 } from './entry.ts'
import { rootOf } from './tree.ts'

export const hashLength = 32
export const saltLength = 16

const number = z.number().int().min(0)
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))

/** What is signed. `previous` is the hash of the seal before; that of the first is 64 zeros. */
export const sealHead = z.object({
  number: number.min(1),
  previous: hex(hashLength),
  sealedAt: z.string(),
  firstId: number.nullable().describe('The lowest number of its entries; null: it has only removals.'),
  lastId: number.nullable(),
  entries: number.describe('How many entries it covers.'),
  redactions: number.describe('How many removals of personal data it covers.'),
  root: hex(hashLength).describe('The root of the Merkle tree over the hashes of all of them.'),
  key: hex(hashLength).describe('The public key (Ed25519).'),
})
export type SealHead = z.infer<typeof sealHead>

export const sealProof = sealHead.extend({ hash: hex(hashLength), signature: hex(64) })
export type SealProof = z.infer<typeof sealProof>

/** A seal with what is needed to find the entry that was changed. */
export type Seal = SealProof & {
  ids: readonly number[]
  /** The hash of each entry, then of each removal. */
  leaves: Uint8Array
  /** One for each entry; zeros: destroyed. */
  salts: Uint8Array
}

export const beforeFirst = '0'.repeat(2 * hashLength)

const decimal = (value: number | null) => (value === null ? null : String(value))

/** The bytes that are hashed, and then signed. */
export const bytesOfHead = (head: SealHead) =>
  framed([
    ...['ats-seal-1', decimal(head.number), head.previous, head.sealedAt, decimal(head.firstId)],
    ...[decimal(head.lastId), decimal(head.entries), decimal(head.redactions), head.root, head.key],
  ])

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += pairs[byte]
  return hex
}

export const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const sliceOf = (bytes: Uint8Array, length: number, index: number) =>
  bytes.subarray(index * length, (index + 1) * length)

export const areEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

export const slicesOf = (bytes: Uint8Array, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => sliceOf(bytes, length, index))

export const rootOfLeaves = (sha256: Sha256, leaves: Uint8Array) =>
  toHex(rootOf(sha256, slicesOf(leaves, hashLength)))
