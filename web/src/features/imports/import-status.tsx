import type { ImportStatus } from '@ats/contract/imports.ts'
import { Badge } from '@mantine/core'
import { m } from '#texts'

const statuses: Record<ImportStatus, { text: () => string; color: string }> = {
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
}

export const statusText = (status: ImportStatus) => statuses[status].text()

export const ImportStatusBadge = ({ status }: { status: ImportStatus }) => (
  <Badge variant="light" tt="none" color={statuses[status].color}>
    {statusText(status)}
  </Badge>
)
