import { part } from '#ui/part.tsx'

// A button beside the title: where it cannot be loaded, the list works without.
export const BulkJobsButton = part(
  async () => (await import('#features/bulk-jobs/bulk-jobs.tsx')).BulkJobsButton,
  { failed: () => null },
)
