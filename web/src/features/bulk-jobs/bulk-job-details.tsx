import { Loading } from '#ui/loading.tsx'
import { part } from '#ui/part.tsx'
import { PartFailedHere } from '#ui/part-failed.tsx'

/** Stands in a dialog: where it cannot be loaded, it says so there. */
export const inDialog = {
  waiting: () => <Loading />,
  failed: (failure: Parameters<typeof PartFailedHere>[0]) => <PartFailedHere {...failure} />,
}

/** How far one piece of work is, and then what became of it. */
export const BulkJobDetails = part(async () => (await import('./bulk-job-view.tsx')).BulkJobView, inDialog)
