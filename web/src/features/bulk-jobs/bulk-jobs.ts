import { lazyPart } from '#ui/lazy/part.tsx'
import { BulkJobDetails } from './bulk-job-details.tsx'

export { BulkJobDetails }

/** The progress of one job, in a dialog. */
export const BulkJobDialog = lazyPart(async () => (await import('./bulk-jobs-button.tsx')).BulkJobDialog)

/** Next to the title of a list: if it cannot be loaded, the list works without it. */
export const BulkJobsButton = lazyPart(async () => (await import('./bulk-jobs-button.tsx')).BulkJobsButton, {
  failed: () => null,
})
