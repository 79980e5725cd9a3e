import { closingFields, namesOf } from '@ats/contract/assets/fields.ts'
import {
  askedColumns,
  type BuiltInColumn,
  type ImportColumn,
  importedFields,
  isOwnColumn,
  placeColumns,
} from '@ats/contract/import-columns.ts'
import type { ImportAsk } from '@ats/contract/imports.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { keyOfOwnFact, type OwnFieldType, ownFact } from '@ats/contract/own-fields/types.ts'
import { stagedText } from '#features/imports/file/staging.ts'

/** Headers are compared by letters and digits only; a remark in brackets, such as a unit, is ignored. */
export const headerKey = (header: string) =>
  header
    .normalize('NFC')
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const headings = new Map<string, BuiltInColumn>()
for (const column of namesOf(importedFields))
  for (const name of [headerKey(importedFields[column].heading), column.toLowerCase()])
    if (!headings.has(name)) headings.set(name, column)

const known = new Map<string, BuiltInColumn>()
for (const column of namesOf(importedFields)) {
  const { heading, importedAs } = importedFields[column]
  for (const name of [headerKey(heading), column.toLowerCase(), ...importedAs])
    if (!known.has(name)) known.set(name, column)
}

/** The heading of a field in our own files, with its format, unit or currency. */
export function ownHeading({ label, type, unit }: Pick<OwnField, 'label' | 'type' | 'unit'>) {
  const remark =
    type === 'day' ? 'YYYY-MM-DD' : (remarked as readonly OwnFieldType[]).includes(type) ? unit : null
  return remark === null ? label : `${label} (${remark})`
}
const remarked = ['number', 'money'] as const

/** A heading may have the quote with which an export keeps a spreadsheet from running a formula. */
const exactKey = (heading: string) => (stagedText(heading.normalize('NFC')) ?? '').toLowerCase()

/** The fields that a header may mean: by its whole text first, because labels may differ only in brackets. */
function ownColumns(fields: readonly OwnField[]) {
  const exact = new Map<string, ImportColumn[]>()
  const loose = new Map<string, ImportColumn[]>()
  const add = (names: typeof exact, name: string, column: ImportColumn) => {
    if (name !== '') names.set(name, [...(names.get(name) ?? []), column])
  }
  for (const field of fields) {
    const { key, label, labelHi } = field
    for (const name of [
      ownHeading(field),
      label,
      ...(labelHi === null ? [] : [labelHi, ownHeading({ ...field, label: labelHi })]),
    ])
      add(exact, exactKey(name), ownFact(key))
    for (const name of [label, labelHi ?? '', key]) add(loose, headerKey(name), ownFact(key))
  }
  return (header: string) => [...(exact.get(exactKey(header)) ?? []), ...(loose.get(headerKey(header)) ?? [])]
}

/**
 * The column of each header: as the person mapped it before, otherwise by its known names; no column is used
 * twice. A field of the organisation comes before other names of a built-in column, but not before its heading.
 */
export function matchHeaders(
  headers: readonly string[],
  remembered: ReadonlyMap<string, ImportColumn | null>,
  fields: readonly OwnField[],
): (ImportColumn | null)[] {
  const taken = new Set<ImportColumn>()
  const own = ownColumns(fields)
  const isKnown = (column: ImportColumn) =>
    !isOwnColumn(column) || fields.some(({ key }) => key === keyOfOwnFact(column))
  return headers.map((header) => {
    const key = headerKey(header)
    const before = remembered.get(key)
    if (before === null) return null
    const meant = [before, headings.get(key), ...own(header), known.get(key)]
    const column = meant.find((one) => one !== undefined && isKnown(one) && !taken.has(one)) ?? null
    if (column !== null) taken.add(column)
    return column
  })
}

/** The additional columns of a file of wrong rows. */
export const wrongRowTitles = ['Row', 'Problems']

/** Columns of our own files whose values the server sets. */
const ownUnread = new Set(
  [
    ...Object.values(closingFields).map(({ heading }) => heading),
    ...['Deleted At', 'Deleted By', 'Reason'],
    ...wrongRowTitles,
  ].map(headerKey),
)

/** Headings of unmapped columns that are in no file of ours. */
export const unknownHeaders = (headers: readonly string[], columns: readonly (ImportColumn | null)[]) =>
  headers.filter(
    (header, at) => header !== '' && (columns[at] ?? null) === null && !ownUnread.has(headerKey(header)),
  )

type Answers = Record<ImportAsk['column'], string | null>

/** What new assets need but the file has no column for, with the present default. */
export function asksOf(
  columns: readonly (ImportColumn | null)[],
  rows: number,
  answers: Answers,
): ImportAsk[] {
  if (rows === 0) return []
  const isGiven = (column: ImportAsk['column']) =>
    (column === 'place' ? placeColumns : [column]).some((name) => columns.includes(name))
  return askedColumns
    .filter((column) => !isGiven(column))
    .map((column) => ({ column, rows, answer: answers[column] }))
}
