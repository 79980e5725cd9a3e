import type { BulkJob, BulkJobStatus, BulkWork } from '@ats/contract/bulk-jobs.ts'
import { m } from '#texts'
import type { JobStatus } from '#ui/jobs/job-list.tsx'

export const stoppedText = (work: BulkWork) =>
  work === 'merge-masters'
    ? m.bulkjobs_stopped_merge()
    : work === 'move-place'
      ? m.bulkjobs_stopped_place()
      : m.bulkjobs_stopped()

/** A place cannot stay between two parents: stopping moves it back. */
export const stopText = (work: BulkWork) =>
  work === 'move-place' ? m.bulkjobs_turn_back() : m.bulkjobs_stop()

const statuses: Record<BulkJobStatus, JobStatus> = {
  waiting: { text: m.bulkjobs_status_waiting, color: 'blue' },
  running: { text: m.bulkjobs_status_running, color: 'blue' },
  done: { text: m.bulkjobs_status_done, color: 'teal' },
  failed: { text: m.bulkjobs_status_failed, color: 'red' },
  cancelled: { text: m.bulkjobs_status_cancelled, color: 'gray' },
}

const undone: JobStatus = { text: m.bulkjobs_status_undone, color: 'gray' }

export const jobStatusOf = ({ status, undone: isUndone }: Pick<BulkJob, 'status' | 'undone'>) =>
  isUndone ? undone : statuses[status]
