import { z } from 'zod'
import { detailFields, leadingFields, namesOf } from './assets/fields.ts'
import { keyOfOwnFact, type ownFact, ownFieldKey } from './own-fields/types.ts'

export const importedFields = { ...leadingFields, ...detailFields }
export type BuiltInColumn = keyof typeof importedFields
/** A field of the organisation has the name that it has in the ledger. */
export type OwnColumn = ReturnType<typeof ownFact>
export type ImportColumn = BuiltInColumn | OwnColumn
const columnNames = namesOf(importedFields)

/** The columns that an import reads, with the headings of our own files. */
export const importColumns = Object.fromEntries(
  columnNames.map((name) => [name, importedFields[name].heading]),
) as Record<BuiltInColumn, string>
export const importColumn = z.union([
  z.enum(columnNames),
  z.templateLiteral(['field:', ownFieldKey]).describe('A field of the organisation by its key.'),
])

export const isOwnColumn = (column: string | null): column is OwnColumn =>
  column !== null && keyOfOwnFact(column) !== undefined

/** The keys of the fields of the organisation among the columns of a file. */
export const ownKeysOf = (columns: readonly (string | null)[]) =>
  columns.flatMap((column) => (column === null ? [] : (keyOfOwnFact(column) ?? [])))

/** Columns that a file needs to register new assets; `place` means at least one of the place columns. */
export const askedColumns = ['rfidTag', 'assetName', 'place', 'assetState'] as const

/** The columns that name the place of an asset: a path, or the names from the city down. */
export const placeColumns = [
  'place',
  'city',
  'mm',
  'property',
  'aou',
  'room',
] as const satisfies readonly BuiltInColumn[]
