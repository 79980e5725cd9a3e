import { ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

/** Public exports for other features: the fields of the organisation, and their values as texts. */
export { ownFieldLabel, ownFieldList, ownValueText }
