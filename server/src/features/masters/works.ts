import type { BulkSteps } from '#features/bulk-jobs/bulk-jobs.ts'
import { merging } from './merges.ts'
import { moving } from './moves.ts'

/** Work of the worker if masters have too many assets for one request. */
export const masterWorks: Record<'merge-masters' | 'move-place', BulkSteps> = {
  'merge-masters': merging as BulkSteps,
  'move-place': moving as BulkSteps,
}
