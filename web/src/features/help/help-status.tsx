import { type HelpStatus, helpStatuses } from '@ats/contract/help.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'

const statuses: Record<HelpStatus, JobStatus> = {
  waiting: { text: m.help_status_waiting, color: 'indigo' },
  answered: { text: m.help_status_answered, color: 'teal' },
  closed: { text: m.help_status_closed, color: 'gray' },
}

export const HelpStatusBadge = ({ status }: { status: HelpStatus }) => (
  <StatusBadge status={statuses[status]} />
)

export const statusChoices = () =>
  helpStatuses.map((status) => ({ value: status, label: statuses[status].text() }))
