import { lazyPart } from '#ui/lazy/part.tsx'
import { ownChanges } from './own-changes.ts'
import { everyOwnField, ownFieldList } from './own-field-queries.ts'

/** Public exports for other features: queries and texts of the organisation's fields. */
export { everyOwnField, ownChanges, ownFieldList }

export const OwnValues = lazyPart(async () => (await import('./own-values.tsx')).OwnValues)
