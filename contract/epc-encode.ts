import { companyPrefixWidths, headers, hexOf, referenceWidths, serialBits } from './epc-layout.ts'
import { isOrganisationCode, privateHex, privateSerialBits } from './private-tag.ts'

/** What a tag is made from. Numbers are texts of digits: a GIAI may have up to 62 bits. */
export type TagParts =
  | { scheme: 'giai'; filter: number; companyPrefix: string; serial: string }
  | { scheme: 'sgtin'; filter: number; companyPrefix: string; itemReference: string; serial: string }
  | { scheme: 'private'; organisation: string; serial: string }

export type TagField = 'filter' | 'companyPrefix' | 'itemReference' | 'organisation' | 'serial'

/** The limits of the schemes; each is also the code of an error. */
export type TagLimit =
  | 'tag-filter-out-of-range'
  | 'tag-prefix-not-digits'
  | 'tag-prefix-length'
  | 'tag-item-not-digits'
  | 'tag-item-length'
  | 'tag-organisation-malformed'
  | 'tag-serial-not-digits'
  | 'tag-serial-leading-zero'
  | 'tag-serial-too-large'

export type Limited = { field: TagField; limit: TagLimit }

const isDigits = (text: string) => text !== '' && !/[^0-9]/.test(text)

const partitionOf = (companyPrefix: string) =>
  companyPrefixWidths.findIndex(([digits]) => digits === companyPrefix.length)

/** The bits of the serial number of a tag; 0 for a company prefix of a wrong length. */
export function bitsOfSerial({
  scheme,
  companyPrefix = '',
}: {
  scheme: TagParts['scheme']
  companyPrefix?: string
}) {
  if (scheme === 'private') return privateSerialBits
  return scheme === 'sgtin' ? serialBits : (referenceWidths.giai[partitionOf(companyPrefix)]?.[1] ?? 0)
}

function prefixLimit(companyPrefix: string): TagLimit | undefined {
  if (!isDigits(companyPrefix)) return 'tag-prefix-not-digits'
  return partitionOf(companyPrefix) === -1 ? 'tag-prefix-length' : undefined
}

/** Item reference and indicator have 13 digits together with the company prefix. */
function itemLimit(companyPrefix: string, itemReference: string): TagLimit | undefined {
  if (!isDigits(itemReference)) return 'tag-item-not-digits'
  return companyPrefix.length + itemReference.length === 13 ? undefined : 'tag-item-length'
}

function serialLimit(serial: string, bits: number): TagLimit | undefined {
  if (!isDigits(serial)) return 'tag-serial-not-digits'
  if (serial !== '0' && serial.startsWith('0')) return 'tag-serial-leading-zero'
  // More digits than any scheme has are not converted: that takes long.
  return serial.length > 19 || BigInt(serial) >> BigInt(bits) > 0n ? 'tag-serial-too-large' : undefined
}

const filterLimit = (filter: number): TagLimit | undefined =>
  Number.isInteger(filter) && filter >= 0 && filter <= 7 ? undefined : 'tag-filter-out-of-range'

/** The first limit that the parts exceed, without the serial number; undefined if there is none. */
export function seriesLimit(parts: TagParts): Limited | undefined {
  const check = (field: TagField, limit: TagLimit | undefined) => limit && { field, limit }
  if (parts.scheme === 'private')
    return check(
      'organisation',
      isOrganisationCode(parts.organisation) ? undefined : 'tag-organisation-malformed',
    )
  return (
    check('filter', filterLimit(parts.filter)) ??
    check('companyPrefix', prefixLimit(parts.companyPrefix)) ??
    (parts.scheme === 'sgtin'
      ? check('itemReference', itemLimit(parts.companyPrefix, parts.itemReference))
      : undefined)
  )
}

/** The tag as capital hex digits, or the first limit that its parts exceed. */
export function encodeTag(parts: TagParts): { tag: string } | Limited {
  const limited = seriesLimit(parts)
  if (limited !== undefined) return limited
  const limit = serialLimit(parts.serial, bitsOfSerial(parts))
  if (limit !== undefined) return { field: 'serial', limit }
  const serial = BigInt(parts.serial)
  if (parts.scheme === 'private') return { tag: privateHex(parts.organisation, serial) }
  const partition = partitionOf(parts.companyPrefix)
  const head = [
    [BigInt(`0x${headers[parts.scheme]}`), 8],
    [BigInt(parts.filter), 3],
    [BigInt(partition), 3],
    [BigInt(parts.companyPrefix), companyPrefixWidths[partition]?.[1] ?? 0],
  ] as const
  if (parts.scheme === 'giai') return { tag: hexOf([...head, [serial, bitsOfSerial(parts)]]) }
  const itemBits = referenceWidths.sgtin[partition]?.[1] ?? 0
  return { tag: hexOf([...head, [BigInt(parts.itemReference), itemBits], [serial, serialBits]]) }
}
