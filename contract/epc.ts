/** Strict decoding of the 96-bit EPCs that asset tags carry (GS1 TDS): SGTIN, GRAI and GIAI. Anything else stays opaque. */

type Scheme = {
  name: 'sgtin' | 'grai' | 'giai'
  /** Digits and bits of the field after the company prefix, by partition 0 to 6. */
  reference: readonly (readonly [digits: number, bits: number])[]
  serialBits: number
}

const companyPrefix = [
  [12, 40],
  [11, 37],
  [10, 34],
  [9, 30],
  [8, 27],
  [7, 24],
  [6, 20],
] as const

const numbers = (first: readonly number[], second: readonly number[]) =>
  first.map((digits, index) => [digits, second[index] ?? 0] as const)

const itemBits = [4, 7, 10, 14, 17, 20, 24]
const schemes: Record<string, Scheme> = {
  '30': { name: 'sgtin', reference: numbers([1, 2, 3, 4, 5, 6, 7], itemBits), serialBits: 38 },
  '33': { name: 'grai', reference: numbers([0, 1, 2, 3, 4, 5, 6], itemBits), serialBits: 38 },
  '34': {
    name: 'giai',
    reference: numbers([0, 0, 0, 0, 0, 0, 0], [42, 45, 48, 52, 55, 58, 62]),
    serialBits: 0,
  },
}

/** The pure-identity URI of a tag, or null if the tag does not follow one of the schemes exactly. */
export function decodeEpc(hex: string): string | null {
  const scheme = schemes[hex.slice(0, 2)]
  if (scheme === undefined || !/^[0-9A-F]{24}$/.test(hex)) return null
  const value = BigInt(`0x${hex}`)
  const bits = (from: number, count: number) =>
    (value >> BigInt(96 - from - count)) & ((1n << BigInt(count)) - 1n)
  const partition = Number(bits(11, 3))
  const company = companyPrefix[partition]
  const reference = scheme.reference[partition]
  if (company === undefined || reference === undefined) return null
  const prefix = padded(bits(14, company[1]), company[0])
  const tail = bits(14 + company[1], reference[1])
  if (prefix === null) return null
  if (scheme.name === 'giai') return `urn:epc:id:giai:${prefix}.${tail}`
  const item = padded(tail, reference[0])
  if (item === null) return null
  return `urn:epc:id:${scheme.name}:${prefix}.${item}.${bits(58, scheme.serialBits)}`
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
