import { useAddMaster } from './queries.ts'
import { useWhyNotAdded } from './rules.ts'

/** Public exports for other features: adding a record, and whether the person may. */
export { useAddMaster, useWhyNotAdded }
