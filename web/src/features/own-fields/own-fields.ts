import { lazyPart } from '#ui/lazy/part.tsx'
import { ownChanges } from './own-changes.ts'
import { ownFieldColumns } from './own-field-columns.tsx'
import { OwnFieldFilterInput, OwnFieldFilterValue, ownFieldFilter } from './own-field-filter.tsx'
import { everyOwnField, ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

/** Public exports for other features: the fields, their columns and filters, and values as text. */
export {
  everyOwnField,
  OwnFieldFilterInput,
  OwnFieldFilterValue,
  ownChanges,
  ownFieldColumns,
  ownFieldFilter,
  ownFieldLabel,
  ownFieldList,
  ownValueText,
}

export const OwnValues = lazyPart(async () => (await import('./own-values.tsx')).OwnValues)
