import { namesOf } from '@ats/contract/assets/fields.ts'
import { type ImportColumn, importedFields } from '@ats/contract/imports.ts'

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
