import type { BulkJob, BulkJobStatus, BulkWork } from '@ats/contract/bulk-jobs.ts'
import { m } from '#texts'
import type { JobStatus } from '#ui/job-list.tsx'

const names: Record<BulkWork, (subject: string | null) => string> = {
  'move-assets': (subject) => m.bulkjobs_move({ subject: subject ?? '' }),
  'move-assets-back': (subject) => m.bulkjobs_move_back({ subject: subject ?? '' }),
  'assign-assets': (subject) => (subject === null ? m.bulkjobs_unassign() : m.bulkjobs_assign({ subject })),
  'delete-assets': () => m.bulkjobs_delete(),
  'restore-assets': () => m.bulkjobs_restore(),
  'merge-masters': (subject) => m.bulkjobs_merge({ subject: subject ?? '' }),
  'move-place': (subject) => m.bulkjobs_follow({ subject: subject ?? '' }),
}

export const jobName = ({ work, subject }: Pick<BulkJob, 'work' | 'subject'>) => names[work](subject)

/** What it means that work was stopped. */
export const stoppedText = (work: BulkWork) =>
  work === 'merge-masters'
    ? m.bulkjobs_stopped_merge()
    : work === 'move-place'
      ? m.bulkjobs_stopped_place()
      : m.bulkjobs_stopped()

/** A place is not left between two others: what is stopped goes back. */
export const stopText = (work: BulkWork) =>
  work === 'move-place' ? m.bulkjobs_turn_back() : m.bulkjobs_stop()

export const jobStatuses: Record<BulkJobStatus, JobStatus> = {
  waiting: { text: m.bulkjobs_status_waiting, color: 'blue' },
  running: { text: m.bulkjobs_status_running, color: 'blue' },
  done: { text: m.bulkjobs_status_done, color: 'teal' },
  failed: { text: m.bulkjobs_status_failed, color: 'red' },
  cancelled: { text: m.bulkjobs_status_cancelled, color: 'gray' },
}
