/** The layout of 96-bit EPCs (GS1 TDS, chapter 14): the partition gives the digits and bits of two fields. */

type Width = readonly [digits: number, bits: number]

/** The GS1 company prefix, by partition 0 to 6. */
export const companyPrefixWidths: readonly Width[] = [
  [12, 40],
  [11, 37],
  [10, 34],
  [9, 30],
  [8, 27],
  [7, 24],
  [6, 20],
]

const widths = (digits: readonly number[], bits: readonly number[]): readonly Width[] =>
  digits.map((count, partition) => [count, bits[partition] ?? 0])

const itemBits = [4, 7, 10, 14, 17, 20, 24]

/** The field after the company prefix. A GIAI has no leading zeros, so it has no number of digits. */
export const referenceWidths = {
  sgtin: widths([1, 2, 3, 4, 5, 6, 7], itemBits),
  grai: widths([0, 1, 2, 3, 4, 5, 6], itemBits),
  giai: widths([0, 0, 0, 0, 0, 0, 0], [42, 45, 48, 52, 55, 58, 62]),
}

export const serialBits = 38

export const headers = { sgtin: '30', grai: '33', giai: '34' } as const
export type Gs1Scheme = keyof typeof headers

/** Field after field, the most significant bits first, as capital hex digits. */
export function hexOf(fields: readonly (readonly [value: bigint, bits: number])[]): string {
  const value = fields.reduce((sum, [field, bits]) => (sum << BigInt(bits)) | field, 0n)
  const length = fields.reduce((sum, [, bits]) => sum + bits, 0)
  return value
    .toString(16)
    .toUpperCase()
    .padStart(length / 4, '0')
}

/** Reads fields of an EPC of 96 bits; null if it is not 24 capital hex digits. */
export function bitsOf(hex: string) {
  // A dollar sign would also match before a line end.
  if (hex.length !== 24 || !/^[0-9A-F]+$/.test(hex)) return null
  const value = BigInt(`0x${hex}`)
  return (from: number, count: number) => (value >> BigInt(96 - from - count)) & ((1n << BigInt(count)) - 1n)
}
