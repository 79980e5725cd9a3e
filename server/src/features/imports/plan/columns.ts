import { closingFields, namesOf } from '@ats/contract/assets/fields.ts'
import {
  askedColumns,
  type ImportColumn,
  importedFields,
  placeColumns,
} from '@ats/contract/import-columns.ts'
import type { ImportAsk } from '@ats/contract/imports.ts'

/** Headers are compared by letters and digits only; a remark in brackets, such as a unit, is ignored. */
export const headerKey = (header: string) =>
  header
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const known = new Map<string, ImportColumn>()
for (const column of namesOf(importedFields)) {
  const { heading, importedAs } = importedFields[column]
  for (const name of [headerKey(heading), column.toLowerCase(), ...importedAs])
    if (!known.has(name)) known.set(name, column)
}

/** The column of each header: as the person mapped it before, otherwise by its known names; no column is used twice. */
export function matchHeaders(
  headers: readonly string[],
  remembered: ReadonlyMap<string, ImportColumn | null>,
): (ImportColumn | null)[] {
  const taken = new Set<ImportColumn>()
  return headers.map((header) => {
    const key = headerKey(header)
    const column = remembered.has(key) ? (remembered.get(key) ?? null) : (known.get(key) ?? null)
    if (column === null || taken.has(column)) return null
    taken.add(column)
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
