import type { BulkResult } from '@ats/contract/bulk.ts'

/** Re-exported for the building blocks, which do not import the contract. */
export type { BulkResult }
