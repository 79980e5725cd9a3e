import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEpc, normalizeTag } from './epc.ts'

test.each([
  ['3414257BF40000000000162E', 'urn:epc:id:giai:0614141.5678'],
  ['3074257BF7194E4000001A85', 'urn:epc:id:sgtin:0614141.812345.6789'],
  ['3314257BF40C0E4000000190', 'urn:epc:id:grai:0614141.12345.400'],
])('%s is %s', (hex, uri) => {
  expect(decodeEpc(hex)).toBe(uri)
})

test.each([
  ['an empty text', ''],
  ['a tag that is cut off', '3414257BF40000000000162'],
  ['a tag with a digit too many', '3414257BF40000000000162E0'],
  ['a tag with a sign that is no hex digit', '3414257BF4000000000016ZE'],
  ['a tag in lower case, which is not the form tags are kept in', '3414257bf40000000000162e'],
  ['a tag with a space in it', '3414257BF4000000000 162E'],
  ['a tag followed by a line end', '3414257BF40000000000162E\n'],
  ['a partition that does not exist', '341C257BF40000000000162E'],
  ["a vendor's own tag", 'E2801160600002084E5A0B1C'],
  ['a header of no scheme', 'FF14257BF40000000000162E'],
])('%s has no GS1 identity', (_name, hex) => {
  expect(decodeEpc(hex)).toBeNull()
})

const prefixes = [
  { digits: 12, bits: 40 },
  { digits: 11, bits: 37 },
  { digits: 10, bits: 34 },
  { digits: 9, bits: 30 },
  { digits: 8, bits: 27 },
  { digits: 7, bits: 24 },
  { digits: 6, bits: 20 },
]
const itemBits = [4, 7, 10, 14, 17, 20, 24]
const giaiBits = [42, 45, 48, 52, 55, 58, 62]

/** An independent encoder, written from the layout alone: a string of bits, field after field. */
function encode(fields: [value: bigint, bits: number][]) {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('')
  return BigInt(`0b${bits}`).toString(16).toUpperCase().padStart(24, '0')
}
const upTo = (most: bigint) => fc.bigInt({ min: 0n, max: most - 1n })
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** A header, a filter, a partition, and values that fit both the digits and the bits of that partition. */
const parts = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.bigInt({ min: 0n, max: 7n }))
  .chain(([at, filter]) => {
    const prefix = prefixes[at] ?? { digits: 0, bits: 0 }
    return fc.record({
      at: fc.constant(at),
      filter: fc.constant(filter),
      prefix: fc.constant(prefix),
      company: upTo(10n ** BigInt(prefix.digits)),
      rest: upTo(2n ** 62n),
      serial: upTo(2n ** 38n),
    })
  })

test.each([
  { scheme: 'sgtin', header: 0x30n, moreDigits: 1 },
  { scheme: 'grai', header: 0x33n, moreDigits: 0 },
])(
  'every $scheme that follows the layout is read back as it was written',
  ({ scheme, header, moreDigits }) => {
    const readsBack = fc.property(parts, ({ at, filter, prefix, company, rest, serial }) => {
      const digits = at + moreDigits
      const bits = itemBits[at] ?? 0
      const item = rest % least(10n ** BigInt(digits), 2n ** BigInt(bits))
      const head: [bigint, number][] = [
        [header, 8],
        [filter, 3],
        [BigInt(at), 3],
      ]
      const hex = encode([...head, [company, prefix.bits], [item, bits], [serial, 38]])
      const written = digits === 0 ? '' : String(item).padStart(digits, '0')
      const uri = `urn:epc:id:${scheme}:${String(company).padStart(prefix.digits, '0')}.${written}.${serial}`
      expect(decodeEpc(hex)).toBe(uri)
    })
    fc.assert(readsBack)
  },
)

test('every giai that follows the layout is read back as it was written', () => {
  const readsBack = fc.property(parts, ({ at, filter, prefix, company, rest }) => {
    const bits = giaiBits[at] ?? 0
    const reference = rest % 2n ** BigInt(bits)
    const head: [bigint, number][] = [
      [0x34n, 8],
      [filter, 3],
      [BigInt(at), 3],
    ]
    const hex = encode([...head, [company, prefix.bits], [reference, bits]])
    const uri = `urn:epc:id:giai:${String(company).padStart(prefix.digits, '0')}.${reference}`
    expect(decodeEpc(hex)).toBe(uri)
  })
  fc.assert(readsBack)
})

test('a company prefix or an item with more digits than its partition has is refused', () => {
  const head = (at: number): [bigint, number][] => [
    [0x30n, 8],
    [0n, 3],
    [BigInt(at), 3],
  ]
  const full = encode([...head(5), [9_999_999n, 24], [999_999n, 20], [0n, 38]])
  expect(decodeEpc(full)).toBe('urn:epc:id:sgtin:9999999.999999.0')
  expect(decodeEpc(encode([...head(5), [10_000_000n, 24], [0n, 20], [0n, 38]]))).toBeNull()
  expect(decodeEpc(encode([...head(5), [0n, 24], [1_000_000n, 20], [0n, 38]]))).toBeNull()
})

test('any text is decoded to an address or to nothing, and never fails', () => {
  const neverFails = fc.property(
    fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), maxLength: 30 })),
    (text) => {
      const uri = decodeEpc(text)
      if (uri !== null) expect(uri).toMatch(/^urn:epc:id:(?:sgtin|grai|giai):\d{6,12}\.\d*(?:\.\d+)?$/)
    },
  )
  fc.assert(neverFails)
})

test.each([
  [' e280 1160 6000 0208 ', 'E280116060000208'],
  ['e2:80:11:60', 'E2801160'],
  ['E2-80-11-60', 'E2801160'],
  ['\te2801160\r\n', 'E2801160'],
  ['  Chair-001 ', 'Chair-001'],
  ['abc', 'abc'],
  ['e28011', 'e28011'],
  ['e280116', 'e280116'],
  ['E280116G', 'E280116G'],
  ['', ''],
])('%j is kept as %j', (typed, kept) => {
  expect(normalizeTag(typed)).toBe(kept)
})

const separators = fc.array(fc.constantFrom('', '', '', ' ', '-', ':'), { minLength: 64, maxLength: 64 })

test('the same bytes are the same tag, however they are typed', () => {
  const isSame = fc.property(
    fc.uint8Array({ minLength: 4, maxLength: 32 }),
    separators,
    fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
    (bytes, between, upper) => {
      const hex = Buffer.from(bytes).toString('hex')
      const typed = [...hex].map((digit, n) => `${upper[n] ? digit.toUpperCase() : digit}${between[n]}`)
      expect(normalizeTag(` ${typed.join('')} `)).toBe(hex.toUpperCase())
    },
  )
  fc.assert(isSame)
})

test('a tag that was brought into its form stays as it is', () => {
  const stays = fc.property(fc.string(), (typed) => {
    expect(normalizeTag(normalizeTag(typed))).toBe(normalizeTag(typed))
  })
  fc.assert(stays)
})
