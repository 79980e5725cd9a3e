import { ownFieldColumns } from './own-field-columns.tsx'
import { OwnFieldFilterInput, OwnFieldFilterValue, ownFieldFilter } from './own-field-filter.tsx'
import { ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

/** Public exports for other features: the fields, their columns and filters, and values as text. */
export {
  OwnFieldFilterInput,
  OwnFieldFilterValue,
  ownFieldColumns,
  ownFieldFilter,
  ownFieldLabel,
  ownFieldList,
  ownValueText,
}
