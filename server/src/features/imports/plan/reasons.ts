import { details } from '@ats/contract/assets/fields.ts'
import { isOwnColumn } from '@ats/contract/import-columns.ts'
import type { Message, PlainCode } from '@ats/contract/problems.ts'

/** Why a row is wrong. The check returns `column:reason`, sometimes followed by a row number. */
const reasons: Record<string, PlainCode> = {
  'row:more-cells': 'row-more-cells',
  'row:changed-meanwhile': 'row-changed-meanwhile',
  'assetTagId:unknown': 'row-asset-unknown',
  'rfidTag:missing': 'row-tag-missing',
  'rfidTag:malformed': 'row-tag-malformed',
  'rfidTag:in-use': 'row-tag-in-use',
  'rfidTag:void': 'row-tag-void',
  'assetName:missing': 'row-name-missing',
  'place:missing': 'row-place-missing',
  'assetState:missing': 'row-state-missing',
  'place:unknown': 'row-place-unknown',
  'assetState:unknown': 'row-state-unknown',
  'place:lost': 'row-place-lost',
  'row:changed-since': 'row-changed-since',
  'row:deleted-since': 'row-deleted-since',
  'rfidTag:reused': 'row-tag-reused',
}

/** The errors of cells with a wrong type. */
const wrong: Partial<Record<string, PlainCode>> = { day: 'row-day-wrong', months: 'rental-period-wrong' }
for (const { name, is } of details) if (wrong[is] !== undefined) reasons[`${name}:wrong`] = wrong[is]

/** Reasons that any column may have. */
const anywhere: Record<string, PlainCode> = {
  unreadable: 'row-text-unreadable',
  gone: 'row-past-gone',
  'too-long': 'row-text-too-long',
}

/** Reasons of the columns of fields of the organisation. */
const ownReasons: Record<string, PlainCode> = {
  'too-long': 'row-field-too-long',
  required: 'row-field-required',
  retired: 'row-field-gone',
  lost: 'row-field-lost',
  'other-name': 'row-field-other-name',
  'wrong-number': 'row-number-wrong',
  'wrong-money': 'row-money-wrong',
  'wrong-day': 'row-day-wrong',
  'wrong-yes-no': 'row-yes-no-wrong',
  'wrong-link': 'row-link-wrong',
  'unknown-choice': 'row-choice-unknown',
  'unknown-person': 'row-person-unknown',
  'unknown-place': 'row-field-place-unknown',
}

export function reasonOf(code: string): Message {
  const column = columnOf(code)
  const [reason = '', row = ''] = code.slice(column.length + 1).split(':')
  if (isOwnColumn(column)) return { code: ownReasons[reason] ?? anywhere[reason] ?? 'row-unreadable' }
  if (reason === 'twice') return { code: 'row-same-tag', params: { row: Number(row) } }
  if (reason === 'asset-twice') return { code: 'row-same-asset', params: { row: Number(row) } }
  return { code: anywhere[reason] ?? reasons[`${column}:${reason}`] ?? 'row-unreadable' }
}

/** For groups of duplicates there is no single row to name. */
const together: Record<string, PlainCode> = {
  'rfidTag:twice': 'row-tag-twice',
  'row:asset-twice': 'row-asset-twice',
}

export const groupReasonOf = (problem: string): Message => {
  const code = together[problem]
  return code === undefined ? reasonOf(problem) : { code }
}

/** The column of a field of the organisation, `field:key`, has a colon of its own. */
export const columnOf = (code: string) => /^(?:field:)?[^:]*/.exec(code)?.[0] ?? ''
