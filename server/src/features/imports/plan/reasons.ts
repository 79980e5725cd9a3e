import { details } from '@ats/contract/assets/fields.ts'

/** Why a row is wrong. The check says `column:reason`, sometimes with a row number behind it. */
const reasons: Record<string, string> = {
  'row:more-cells': 'This row has more cells than the header.',
  'row:changed-meanwhile': 'Something it depends on was changed after the file was checked.',
  'assetTagId:unknown': 'There is no such asset.',
  'rfidTag:missing': 'A new asset needs a tag.',
  'rfidTag:malformed': 'A tag has only plain letters, digits and signs, at most 128.',
  'rfidTag:in-use': 'This tag is already on another asset.',
  'assetName:missing': 'The name is missing.',
  'place:missing': 'A new asset needs a place: at least its city.',
  'place:unknown': 'There is no such place.',
  'assetState:unknown': 'There is no such state.',
  'place:lost': 'You may no longer work with assets of this place.',
  'row:changed-since': 'The asset was changed after the import.',
  'row:deleted-since': 'The asset was deleted after the import.',
  'rfidTag:reused': 'The tag that it had before is on another asset now.',
}

/** Of a cell that is not of its column's type. */
const wrong: Partial<Record<string, string>> = {
  day: 'This is not a day. Write it as 2026-03-31.',
  months: 'The rental period is a whole number of months, at most 999.',
}
for (const { name, is } of details) if (wrong[is] !== undefined) reasons[`${name}:wrong`] = wrong[is]

export function reasonOf(code: string): string {
  const [column = '', reason = '', row = ''] = code.split(':')
  if (reason === 'unreadable')
    return 'This holds characters that cannot be read. Type them again, or save the file as CSV (UTF-8).'
  if (reason === 'gone') return 'What it was before no longer exists.'
  if (reason === 'too-long') return 'This is longer than 200 characters.'
  if (reason === 'twice') return `Row ${row} has the same tag.`
  if (reason === 'asset-twice') return `Row ${row} changes the same asset.`
  return reasons[`${column}:${reason}`] ?? 'This row cannot be read.'
}

export const columnOf = (code: string) => code.slice(0, code.indexOf(':'))
