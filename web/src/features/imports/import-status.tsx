import type { ImportStatus } from '@ats/contract/imports.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'

export const importStatuses: Record<ImportStatus, JobStatus> = {
  reading: { text: m.imports_status_reading, color: 'blue' },
  checking: { text: m.imports_status_checking, color: 'blue' },
  ready: { text: m.imports_status_ready, color: 'indigo' },
  applying: { text: m.imports_status_applying, color: 'blue' },
  done: { text: m.imports_status_done, color: 'teal' },
  undoing: { text: m.imports_status_undoing, color: 'blue' },
  undone: { text: m.imports_status_undone, color: 'gray' },
  cancelling: { text: m.imports_status_cancelling, color: 'blue' },
  cancelled: { text: m.imports_status_cancelled, color: 'gray' },
  failed: { text: m.imports_status_failed, color: 'red' },
  expired: { text: m.imports_status_expired, color: 'gray' },
}

export const statusText = (status: ImportStatus) => importStatuses[status].text()

export const ImportStatusBadge = ({ status }: { status: ImportStatus }) => (
  <StatusBadge status={importStatuses[status]} />
)
