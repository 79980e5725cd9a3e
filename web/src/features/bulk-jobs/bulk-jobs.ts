import { lazyPart } from '#ui/lazy/part.tsx'
import { BulkJobDetails } from './bulk-job-details.tsx'

export { BulkJobDetails }

/** How far one piece of work is, in a dialog of its own. */
export const BulkJobDialog = lazyPart(async () => (await import('./bulk-jobs-button.tsx')).BulkJobDialog)

/** Beside the title of a list: where it cannot be loaded, the list works without. */
export const BulkJobsButton = lazyPart(async () => (await import('./bulk-jobs-button.tsx')).BulkJobsButton, {
  failed: () => null,
})
