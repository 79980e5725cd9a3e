import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { decodeEpc } from './epc.ts'
import { encodeTag, type TagParts } from './epc-encode.ts'

type Tag = {
  setFilter(value: number): Tag
  setPartition(value: number): Tag
  setCompanyPrefix(value: number): Tag
  setAssetReference(value: bigint): Tag
  setItemReference(value: number): Tag
  setSerial(value: number): Tag
  toHexString(): string
}
type Reference = {
  valueOf(hex: string): { toIdURI(): string }
  Giai96: new () => Tag
  Sgtin96: new () => Tag
}
/** The library is a CommonJS module. */
const reference = createRequire(import.meta.url)('epc-tds') as Reference & { default?: Reference }
const library = reference.default ?? reference

/** EPC_TAGS sets the number of tags to read, for example 100,000; the default keeps the daily run short. */
const count = Number(process.env.EPC_TAGS ?? 2000)
const tagsToMake = 100_000

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

/** Texts of digits for one partition, with zeros in front where the scheme has them. */
function randomParts(
  scheme: 'giai' | 'sgtin',
  random: ReturnType<typeof numbers>,
  partition: number,
): TagParts {
  const [digits] = prefixes[partition] ?? [0]
  const text = (length: number) => String(random(10n ** BigInt(length))).padStart(length, '0')
  const shared = { filter: Number(random(8n)), companyPrefix: text(digits) }
  if (scheme === 'giai')
    return { scheme, ...shared, serial: String(random(1n << BigInt(giaiBits[partition] ?? 0))) }
  return { scheme, ...shared, itemReference: text(13 - digits), serial: String(random(1n << 38n)) }
}

function madeByReference(parts: TagParts, partition: number): string {
  if (parts.scheme === 'private') return ''
  const tag = (parts.scheme === 'giai' ? new library.Giai96() : new library.Sgtin96())
    .setFilter(parts.filter)
    .setPartition(partition)
    .setCompanyPrefix(Number(parts.companyPrefix))
  if (parts.scheme === 'giai') return tag.setAssetReference(BigInt(parts.serial)).toHexString()
  return tag.setItemReference(Number(parts.itemReference)).setSerial(Number(parts.serial)).toHexString()
}

test.each(['giai', 'sgtin'] as const)('%s tags are made as the reference library makes them', (scheme) => {
  const random = numbers(scheme.length)
  const wrong: string[] = []
  for (let n = 0; n < tagsToMake; n += 1) {
    const partition = n % 7
    const parts = randomParts(scheme, random, partition)
    const made = encodeTag(parts)
    const tag = 'tag' in made ? made.tag : made.limit
    if (tag !== madeByReference(parts, partition)) wrong.push(`${JSON.stringify(parts)}: ${tag}`)
  }
  expect(wrong.slice(0, 5)).toEqual([])
})

test('the reference library reads no tag of the private scheme', () => {
  const random = numbers(1)
  for (let n = 0; n < 1000; n += 1) {
    const organisation = random(1n << 32n)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0')
    const made = encodeTag({ scheme: 'private', organisation, serial: String(random(1n << 40n)) })
    expect(() => library.valueOf('tag' in made ? made.tag : '')).toThrow('Unsupported EPC')
  }
})
