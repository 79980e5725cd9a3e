import { lazyPart } from '#ui/lazy/part.tsx'
import { PartFailedHere } from '#ui/lazy/part-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'

/** Stands in a dialog: where it cannot be loaded, it says so there. */
export const inDialog = {
  waiting: () => <Loading />,
  failed: (failure: Parameters<typeof PartFailedHere>[0]) => <PartFailedHere {...failure} />,
}

/** How far one piece of work is, and then what became of it. */
export const BulkJobDetails = lazyPart(
  async () => (await import('./bulk-job-view.tsx')).BulkJobView,
  inDialog,
)
