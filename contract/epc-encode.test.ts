import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tagProperties } from '../server/test/fuzz-tags.ts'
import { decodeEpc } from './epc.ts'
import { encodeTag, type TagParts } from './epc-encode.ts'
import { privateTag } from './private-tag.ts'

const giai = { scheme: 'giai', filter: 0, companyPrefix: '0614141', serial: '5678' } as const
const sgtin = {
  ...({ scheme: 'sgtin', filter: 3, companyPrefix: '0614141' } as const),
  ...{ itemReference: '812345', serial: '6789' },
}
const own = { scheme: 'private', organisation: '1A2B3C4D', serial: '42' } as const

test.each<[TagParts, string]>([
  [giai, '3414257BF40000000000162E'],
  [sgtin, '3074257BF7194E4000001A85'],
  [own, 'C41A2B3C4D000000002A611E'],
])('%o is %s', (parts, tag) => {
  expect(encodeTag(parts)).toEqual({ tag })
})

test.each<[TagParts, string, string]>([
  [{ ...giai, filter: 8 }, 'filter', 'tag-filter-out-of-range'],
  [{ ...giai, filter: -1 }, 'filter', 'tag-filter-out-of-range'],
  [{ ...giai, filter: 1.5 }, 'filter', 'tag-filter-out-of-range'],
  [{ ...giai, companyPrefix: '' }, 'companyPrefix', 'tag-prefix-not-digits'],
  [{ ...giai, companyPrefix: '06141A1' }, 'companyPrefix', 'tag-prefix-not-digits'],
  [{ ...giai, companyPrefix: '०६१४१४१' }, 'companyPrefix', 'tag-prefix-not-digits'],
  [{ ...giai, companyPrefix: '0614141\n' }, 'companyPrefix', 'tag-prefix-not-digits'],
  [{ ...giai, companyPrefix: '06141' }, 'companyPrefix', 'tag-prefix-length'],
  [{ ...giai, companyPrefix: '0614141000000' }, 'companyPrefix', 'tag-prefix-length'],
  [{ ...sgtin, itemReference: '81234X' }, 'itemReference', 'tag-item-not-digits'],
  [{ ...sgtin, itemReference: '81234' }, 'itemReference', 'tag-item-length'],
  [{ ...sgtin, itemReference: '8123450' }, 'itemReference', 'tag-item-length'],
  [{ ...own, organisation: '1a2b3c4d' }, 'organisation', 'tag-organisation-malformed'],
  [{ ...own, organisation: '1A2B3C4' }, 'organisation', 'tag-organisation-malformed'],
  [{ ...giai, serial: '' }, 'serial', 'tag-serial-not-digits'],
  [{ ...giai, serial: '-1' }, 'serial', 'tag-serial-not-digits'],
  [{ ...giai, serial: '0x1F' }, 'serial', 'tag-serial-not-digits'],
  [{ ...giai, serial: '007' }, 'serial', 'tag-serial-leading-zero'],
  [{ ...sgtin, serial: '00' }, 'serial', 'tag-serial-leading-zero'],
  [{ ...giai, serial: '9'.repeat(100_000) }, 'serial', 'tag-serial-too-large'],
])('%o exceeds a limit', (parts, field, limit) => {
  expect(encodeTag(parts)).toEqual({ field, limit })
})

const giaiBits = [
  ...([
    [12, 42],
    [11, 45],
    [10, 48],
    [9, 52],
    [8, 55],
    [7, 58],
    [6, 62],
  ] as const),
] as const
test.each(giaiBits)('a GIAI after %i digits of a company prefix has %i bits', (digits, bits) => {
  const parts = { ...giai, companyPrefix: '9'.repeat(digits) }
  const most = (2n ** BigInt(bits) - 1n).toString()
  const made = encodeTag({ ...parts, serial: most })
  expect('tag' in made && decodeEpc(made.tag)).toBe(`urn:epc:id:giai:${'9'.repeat(digits)}.${most}`)
  const more = (2n ** BigInt(bits)).toString()
  expect(encodeTag({ ...parts, serial: more })).toEqual({ field: 'serial', limit: 'tag-serial-too-large' })
})

test.each([
  [sgtin, 38],
  [own, 40],
] as const)('%o has a serial number of %i bits', (parts, bits) => {
  expect(encodeTag({ ...parts, serial: (2n ** BigInt(bits) - 1n).toString() })).toHaveProperty('tag')
  expect(encodeTag({ ...parts, serial: (2n ** BigInt(bits)).toString() })).toEqual({
    ...{ field: 'serial', limit: 'tag-serial-too-large' },
  })
})

test('a private tag is no tag of GS1, and only its own header and checksum make one', () => {
  const made = encodeTag(own)
  const tag = 'tag' in made ? made.tag : ''
  expect(decodeEpc(tag)).toBeNull()
  expect(privateTag(tag)).toEqual({ organisation: '1A2B3C4D', serial: '42' })
  for (const wrong of [
    tag.toLowerCase(),
    `${tag}\n`,
    tag.slice(1),
    `C5${tag.slice(2)}`,
    `${tag.slice(0, -1)}0`,
  ])
    expect(privateTag(wrong)).toBeNull()
})

test.each(Object.entries(tagProperties))('%s', (_name, property) => {
  fc.assert(property as fc.IProperty<unknown>, { numRuns: 1000 })
})
