/** Strict decoding of the 96-bit EPCs that asset tags carry (GS1 TDS): SGTIN, GRAI and GIAI. Anything else stays opaque. */

import {
  bitsOf,
  companyPrefixWidths,
  type Gs1Scheme,
  headers,
  referenceWidths,
  serialBits,
} from './epc-layout.ts'

export type Gs1Tag = {
  scheme: Gs1Scheme
  filter: number
  companyPrefix: string
  /** The individual asset reference of a GIAI; the item reference with its indicator; the asset type. */
  reference: string
  /** A GIAI has none. */
  serial: string | null
}

const schemes = Object.entries(headers) as [Gs1Scheme, string][]

/** The fields of a tag, or null if the tag does not follow one of the schemes exactly. */
export function gs1Tag(hex: string): Gs1Tag | null {
  const scheme = schemes.find(([, header]) => hex.startsWith(header))?.[0]
  const bits = scheme && bitsOf(hex)
  if (!scheme || !bits) return null
  const partition = Number(bits(11, 3))
  const prefixWidth = companyPrefixWidths[partition]
  const referenceWidth = referenceWidths[scheme][partition]
  if (prefixWidth === undefined || referenceWidth === undefined) return null
  const companyPrefix = padded(bits(14, prefixWidth[1]), prefixWidth[0])
  const tail = bits(14 + prefixWidth[1], referenceWidth[1])
  const reference = scheme === 'giai' ? tail.toString() : padded(tail, referenceWidth[0])
  if (companyPrefix === null || reference === null) return null
  const serial = scheme === 'giai' ? null : bits(96 - serialBits, serialBits).toString()
  return { scheme, filter: Number(bits(8, 3)), companyPrefix, reference, serial }
}

/** The pure-identity URI of a tag, or null if the tag does not follow one of the schemes exactly. */
export function decodeEpc(hex: string): string | null {
  const tag = gs1Tag(hex)
  if (tag === null) return null
  const { scheme, companyPrefix, reference, serial } = tag
  return `urn:epc:id:${scheme}:${[companyPrefix, reference, ...(serial === null ? [] : [serial])].join('.')}`
}

/** The number with leading zeros, or null if it has more digits than its partition allows. */
function padded(value: bigint, digits: number): string | null {
  if (digits === 0) return value === 0n ? '' : null
  const text = value.toString()
  return text.length > digits ? null : text.padStart(digits, '0')
}

/**
 * The canonical form of a tag. Readers send hex in either case, and people type it with spaces, dashes or
 * colons: all of these are the same tag. Other text is kept as typed.
 */
export function normalizeTag(typed: string): string {
  const trimmed = typed.trim()
  const bare = trimmed.replace(/[\s:-]/g, '').toUpperCase()
  return /^(?:[0-9A-F]{2}){4,}$/.test(bare) ? bare : trimmed
}
