import { lazyPart } from '#ui/lazy/part.tsx'
import { PartFailedHere } from '#ui/lazy/part-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'

/** Inside a dialog: if it cannot be loaded, the error is shown there. */
export const inDialog = {
  waiting: () => <Loading />,
  failed: (failure: Parameters<typeof PartFailedHere>[0]) => <PartFailedHere {...failure} />,
}

/** The progress of one job, then its outcome. */
export const BulkJobDetails = lazyPart(
  async () => (await import('./bulk-job-view.tsx')).BulkJobView,
  inDialog,
)
