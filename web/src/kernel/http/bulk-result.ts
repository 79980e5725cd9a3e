import type { BulkResult } from '@ats/contract/bulk.ts'

/** For the building blocks, which know nothing of the contract. */
export type { BulkResult }
