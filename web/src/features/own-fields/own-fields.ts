import { lazyPart } from '#ui/lazy/part.tsx'
import { ownChanges } from './own-changes.ts'
import { ownConflictFields } from './own-conflict-fields.tsx'
import { ownFieldColumns } from './own-field-columns.tsx'
import { OwnFieldFilterInput, OwnFieldFilterValue, ownFieldFilter } from './own-field-filter.tsx'
import { everyOwnField, ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'
import { fieldsForName, readTyped, type TypedValues, valuesTyped, wrongTexts } from './typed-values.ts'

/** Public exports for other features: the fields, their columns, filters and inputs, and values as text. */
export {
  everyOwnField,
  fieldsForName,
  OwnFieldFilterInput,
  OwnFieldFilterValue,
  ownChanges,
  ownConflictFields,
  ownFieldColumns,
  ownFieldFilter,
  ownFieldLabel,
  ownFieldList,
  ownValueText,
  readTyped,
  type TypedValues,
  valuesTyped,
  wrongTexts,
}

export const OwnValues = lazyPart(async () => (await import('./own-values.tsx')).OwnValues)

export const OwnFieldInputs = lazyPart(async () => (await import('./own-field-inputs.tsx')).OwnFieldInputs)
export const OwnFieldInput = lazyPart(async () => (await import('./own-field-input.tsx')).OwnFieldInput)
