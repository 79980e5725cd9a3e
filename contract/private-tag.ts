// Why it is built this way: docs/decisions/073-tag-numbers.md

import { bitsOf, hexOf } from './epc-layout.ts'

/** GS1 has assigned this header to no scheme, nor was it one of the sunset schemes of 64 bits. */
const header = 'C4'
export const privateSerialBits = 40
const organisationCode = /^[0-9A-F]{8}$/

export type PrivateTag = {
  /** Random for each series, so that two organisations in one building do not write the same tags. */
  organisation: string
  serial: string
}

/** CRC-16/CCITT, which readers and chips use too: a foreign tag with our header is not taken for one of ours. */
function checksum(hex: string): bigint {
  let sum = 0xffff
  for (let at = 0; at < hex.length; at += 2) {
    sum ^= Number.parseInt(hex.slice(at, at + 2), 16) << 8
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return BigInt(sum)
}

export const isOrganisationCode = (text: string) => text.length === 8 && organisationCode.test(text)

/** Both values must be within their limits: `encodeTag` of contract/epc-encode.ts checks them. */
export function privateHex(organisation: string, serial: bigint): string {
  const head = `${header}${organisation}${hexOf([[serial, privateSerialBits]])}`
  return head + hexOf([[checksum(head), 16]])
}

/** The parts of a tag of the private scheme, or null if it is none. */
export function privateTag(hex: string): PrivateTag | null {
  const bits = hex.startsWith(header) ? bitsOf(hex) : null
  if (bits === null || bits(80, 16) !== checksum(hex.slice(0, 20))) return null
  return { organisation: hex.slice(2, 10), serial: bits(40, privateSerialBits).toString() }
}
