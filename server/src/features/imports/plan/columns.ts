import { closingFields, namesOf } from '@ats/contract/assets/fields.ts'
import {
  askedColumns,
  type ImportAsk,
  type ImportColumn,
  importedFields,
  placeColumns,
} from '@ats/contract/imports.ts'

/** Headers are compared by their letters and digits alone; a remark in brackets, such as a unit, does not count. */
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

/** What each header means: as the person said before, else as anyone would; no column is meant twice. */
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

/** The columns that a file of wrong rows has besides its own. */
export const wrongRowTitles = ['Row', 'Problems']

/** Columns of files of ours that say what the program keeps by itself. */
const ownUnread = new Set(
  [
    ...Object.values(closingFields).map(({ heading }) => heading),
    ...['Deleted At', 'Deleted By', 'Reason'],
    ...wrongRowTitles,
  ].map(headerKey),
)

/** Titles of columns that nobody reads and that no file of ours has. */
export const unknownHeaders = (headers: readonly string[], columns: readonly (ImportColumn | null)[]) =>
  headers.filter(
    (header, at) => header !== '' && (columns[at] ?? null) === null && !ownUnread.has(headerKey(header)),
  )

type Answers = Record<ImportAsk['column'], string | null>

/** What the new assets of a file need and it has no column for, with what they get by now. */
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
