import { decodeEpc, gs1Tag } from '@ats/contract/epc.ts'
import { encodeTag, seriesLimit, type TagParts } from '@ats/contract/epc-encode.ts'
import { privateTag } from '@ats/contract/private-tag.ts'
import fc from 'fast-check'
import { texts } from './fuzz-values.ts'

const digits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
const hexDigits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: least, maxLength: most })
const below = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).map(String)

const filter = fc.integer({ min: 0, max: 7 })
const giaiBits = [62, 58, 55, 52, 48, 45, 42]

/** Parts within all limits. */
export const validParts: fc.Arbitrary<TagParts> = fc.oneof(
  fc.integer({ min: 6, max: 12 }).chain((length) =>
    fc.record({
      ...{ scheme: fc.constant('giai' as const), filter, companyPrefix: digits(length) },
      serial: below(giaiBits[length - 6] ?? 0),
    }),
  ),
  fc.integer({ min: 6, max: 12 }).chain((length) =>
    fc.record({
      ...{ scheme: fc.constant('sgtin' as const), filter, companyPrefix: digits(length) },
      ...{ itemReference: digits(13 - length), serial: below(38) },
    }),
  ),
  fc.record({ scheme: fc.constant('private' as const), organisation: hexDigits(8), serial: below(40) }),
)

const anyText = fc.oneof(digits(0, 24), hexDigits(0, 12), texts)
const anyFilter = fc.oneof(filter, fc.integer(), fc.double())
/** Parts of any kind: some within their limits, most beyond them. */
const anyParts: fc.Arbitrary<TagParts> = fc.oneof(
  fc.record({
    ...{ scheme: fc.constant('giai' as const), filter: anyFilter, companyPrefix: anyText, serial: anyText },
  }),
  fc.record({
    ...{ scheme: fc.constant('sgtin' as const), filter: anyFilter, companyPrefix: anyText },
    ...{ itemReference: anyText, serial: anyText },
  }),
  fc.record({ scheme: fc.constant('private' as const), organisation: anyText, serial: anyText }),
)

/** The parts that a tag was made from, or null if it follows none of the schemes. */
export function partsOf(tag: string): TagParts | null {
  const own = privateTag(tag)
  if (own !== null) return { scheme: 'private', ...own }
  const parts = gs1Tag(tag)
  if (parts === null || parts.scheme === 'grai') return null
  const { filter, companyPrefix, reference, serial } = parts
  return serial === null
    ? { scheme: 'giai', filter, companyPrefix, serial: reference }
    : { scheme: 'sgtin', filter, companyPrefix, itemReference: reference, serial }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Tags that look like one of the schemes, and texts that do not. */
const anyTag = fc.oneof(
  fc.tuple(fc.constantFrom('30', '33', '34', 'C4', 'E2'), hexDigits(22)).map((parts) => parts.join('')),
  hexDigits(0, 30),
  texts,
)

/** What must hold for every tag: the fuzzer runs them for longer than the tests. */
export const tagProperties = {
  'parts within their limits make a tag that is read as the same parts': fc.property(validParts, (parts) => {
    const made = encodeTag(parts)
    return 'tag' in made && same(partsOf(made.tag), parts)
  }),
  'a tag that is read is made again from its parts': fc.property(anyTag, (tag) => {
    const parts = partsOf(tag)
    return parts === null || same(encodeTag(parts), { tag })
  }),
  'parts of any kind make the tag of exactly these parts, or name a limit': fc.property(anyParts, (parts) => {
    const made = encodeTag(parts)
    if ('limit' in made) return made.field in parts
    return seriesLimit(parts) === undefined && same(partsOf(made.tag), parts)
  }),
  'a tag follows a scheme of GS1 or the private one, never both': fc.property(anyTag, (tag) => {
    return decodeEpc(tag) === null || privateTag(tag) === null
  }),
  'a private tag with a changed digit is not read': fc.property(
    fc.record({ scheme: fc.constant('private' as const), organisation: hexDigits(8), serial: below(40) }),
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 1, max: 15 }),
    (parts, at, by) => {
      const made = encodeTag(parts)
      if (!('tag' in made)) return false
      const changed = (Number.parseInt(made.tag.charAt(at), 16) ^ by).toString(16).toUpperCase()
      return privateTag(made.tag.slice(0, at) + changed + made.tag.slice(at + 1)) === null
    },
  ),
}
