import { z } from 'zod'
import { detailFields, leadingFields, namesOf } from './assets/fields.ts'

export const importedFields = { ...leadingFields, ...detailFields }
export type ImportColumn = keyof typeof importedFields
const columnNames = namesOf(importedFields)

/** The columns that an import reads, with the headings of our own files. */
export const importColumns = Object.fromEntries(
  columnNames.map((name) => [name, importedFields[name].heading]),
) as Record<ImportColumn, string>
export const importColumn = z.enum(columnNames)

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
] as const satisfies readonly ImportColumn[]
