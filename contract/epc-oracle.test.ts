import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { decodeEpc } from './epc.ts'

type Reference = { valueOf(hex: string): { toIdURI(): string } }
/** The library is a CommonJS module. */
const reference = createRequire(import.meta.url)('epc-tds') as Reference & { default?: Reference }
const library = reference.default ?? reference

/** EPC_TAGS sets the number of tags to compare, for example 100,000; the default keeps the daily run short. */
const count = Number(process.env.EPC_TAGS ?? 2000)

const prefixes = [
  [12, 40],
  [11, 37],
  [10, 34],
  [9, 30],
  [8, 27],
  [7, 24],
  [6, 20],
] as const
const itemBits = [4, 7, 10, 14, 17, 20, 24]
const giaiBits = [42, 45, 48, 52, 55, 58, 62]
const schemes = {
  sgtin: { header: 0x30n, digits: [1, 2, 3, 4, 5, 6, 7], bits: itemBits, serial: 38 },
  grai: { header: 0x33n, digits: [0, 1, 2, 3, 4, 5, 6], bits: itemBits, serial: 38 },
  giai: { header: 0x34n, digits: [13, 14, 15, 16, 17, 18, 19], bits: giaiBits, serial: 0 },
}

/** Mulberry32: seeded, so that a failure can be reproduced. */
function numbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return (below: bigint) => (((BigInt(next()) << 32n) | BigInt(next())) * below) >> 64n
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

test.each(Object.entries(schemes))(
  '%s tags are read as the reference library reads them',
  (_name, scheme) => {
    const random = numbers(Number(scheme.header))
    const wrong: string[] = []
    for (let n = 0; n < count; n += 1) {
      const partition = Number(random(7n))
      const [digits, bits] = prefixes[partition] ?? [0, 0]
      const referenceBits = BigInt(scheme.bits[partition] ?? 0)
      const most = least(10n ** BigInt(scheme.digits[partition] ?? 0), 1n << referenceBits)
      // Above 2^53 the reference library is inexact, because it uses JavaScript numbers.
      const part = random(least(most, 1n << 53n))
      const fields = (((scheme.header << 3n) | random(8n)) << 3n) | BigInt(partition)
      const company = (fields << BigInt(bits)) | random(10n ** BigInt(digits))
      const tail = (company << referenceBits) | part
      const serial = scheme.serial === 0 ? tail : (tail << 38n) | random(1n << 38n)
      const hex = serial.toString(16).toUpperCase().padStart(24, '0')
      const said = library.valueOf(hex).toIdURI()
      // After a company prefix of 12 digits a GRAI has no asset type, and the standard leaves it empty.
      const oracle = scheme.digits[partition] === 0 ? said.replace(/\.0\./, '..') : said
      if (decodeEpc(hex) !== oracle) wrong.push(`${hex}: ${decodeEpc(hex)} instead of ${oracle}`)
    }
    expect(wrong.slice(0, 5)).toEqual([])
  },
)
