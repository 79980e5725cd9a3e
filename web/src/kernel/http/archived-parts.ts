import { system } from '@ats/contract/system.ts'
import { query } from './query.ts'

/** What was moved into files; it changes once a month at most. */
export const archivedParts = query(system.archived, {}, { staleTime: 60 * 60_000 })
