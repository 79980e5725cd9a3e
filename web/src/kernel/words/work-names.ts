import type { BulkJob, BulkWork } from '@ats/contract/bulk-jobs.ts'
import { m } from '#texts'

const names: Record<BulkWork, (subject: string | null) => string> = {
  'move-assets': (subject) => m.bulkjobs_move({ subject: subject ?? '' }),
  'move-assets-back': (subject) => m.bulkjobs_move_back({ subject: subject ?? '' }),
  'assign-assets': (subject) => (subject === null ? m.bulkjobs_unassign() : m.bulkjobs_assign({ subject })),
  'assign-assets-back': () => m.bulkjobs_assign_back(),
  'set-asset-field': (subject) => m.bulkjobs_set_field({ subject: subject ?? '' }),
  'set-asset-field-back': (subject) => m.bulkjobs_set_field_back({ subject: subject ?? '' }),
  'delete-assets': () => m.bulkjobs_delete(),
  'restore-assets': () => m.bulkjobs_restore(),
  'cover-assets': (subject) => m.bulkjobs_cover({ subject: subject ?? '' }),
  'cover-assets-back': (subject) => m.bulkjobs_cover_back({ subject: subject ?? '' }),
  'merge-masters': (subject) => m.bulkjobs_merge({ subject: subject ?? '' }),
  'move-place': (subject) => m.bulkjobs_follow({ subject: subject ?? '' }),
  'start-inventory': (subject) => m.bulkjobs_start_inventory({ subject: subject ?? '' }),
  'apply-inventory': (subject) => m.bulkjobs_apply_inventory({ subject: subject ?? '' }),
  'resolve-inventory': (subject) => m.bulkjobs_resolve_inventory({ subject: subject ?? '' }),
  'remove-personal-data': (subject) => m.bulkjobs_remove_personal_data({ subject: subject ?? '' }),
}

export const jobName = ({ work, subject }: Pick<BulkJob, 'work' | 'subject'>) => names[work](subject)

/** The name of work by its code; a code that this version does not know is shown as it is. */
export const workName = (work: string, subject: string | null) => names[work as BulkWork]?.(subject) ?? work
