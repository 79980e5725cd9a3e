import type { Sha256 } from './entry.ts'

// The Merkle tree of RFC 6962: leaves and nodes are hashed differently, so that none can pass for the other.
const [leafMark, nodeMark] = [0, 1]

function marked(mark: number, ...parts: readonly Uint8Array[]) {
  const bytes = new Uint8Array(1 + parts.reduce((sum, { length }) => sum + length, 0))
  bytes[0] = mark
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The largest power of two below the number of leaves: the left half of the tree is always full. */
const leftOf = (count: number) => 2 ** Math.ceil(Math.log2(count) - 1)

export function rootOf(sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha256(new Uint8Array(0))
  if (leaves.length === 1) return sha256(marked(leafMark, first))
  const left = leftOf(leaves.length)
  return sha256(marked(nodeMark, rootOf(sha256, leaves.slice(0, left)), rootOf(sha256, leaves.slice(left))))
}
