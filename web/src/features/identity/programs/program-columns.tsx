import type { Program, ProgramStatus } from '@ats/contract/identity/programs.ts'
import { permissionTexts } from '#features/identity/roles/role-permission-texts.ts'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'
import type { Column } from '#ui/table/column.ts'
import { Cut, WithDetail } from '#ui/text/cell.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { ProgramActions } from './program-actions.tsx'

const statuses: Record<ProgramStatus, JobStatus> = {
  active: { text: m.programs_status_active, color: 'teal' },
  expired: { text: m.programs_status_expired, color: 'red' },
  revoked: { text: m.programs_status_revoked, color: 'gray' },
}

export const statusText = (status: ProgramStatus) => statuses[status].text()

const placesText = ({ everywhere, places }: Program) =>
  everywhere ? m.programs_everywhere() : places.map(({ path }) => path).join(', ')

const addressesText = ({ addressRanges }: Program) => addressRanges.join(', ') || m.programs_addresses_any()

function LastUse({ program: { lastUsedAt, lastUsedFrom } }: { program: Program }) {
  if (lastUsedAt === null) return m.programs_never()
  const from = lastUsedFrom === null ? null : m.programs_last_use_text({ address: lastUsedFrom })
  return (
    <WithDetail detail={from}>
      <Moment at={lastUsedAt} as="ago" />
    </WithDetail>
  )
}

/** The end of the key, and of the former one while that works. */
function Key({ program: { keyEnding, formerKey } }: { program: Program }) {
  const end = <code translate="no">{m.programs_key_ending({ ending: keyEnding })}</code>
  if (formerKey === null) return end
  const { ending, worksUntil } = formerKey
  const at = formatTime(worksUntil)
  return <WithDetail detail={m.programs_former_until({ ending, at })}>{end}</WithDetail>
}

export const programColumns: Column<Program>[] = [
  { id: 'name', header: m.programs_name, cell: ({ name }) => name, hidden: 'never', card: 'title' },
  {
    id: 'status',
    header: m.programs_status,
    cell: ({ status }) => <StatusBadge status={statuses[status]} />,
    card: 'third',
  },
  {
    id: 'permissions',
    header: m.programs_permissions,
    cell: ({ permissions }) => permissions.map((one) => permissionTexts[one].label()).join(', '),
    card: 'second',
  },
  {
    id: 'places',
    header: m.programs_places,
    cell: (program) => <Cut text={placesText(program)} as="sentence" />,
  },
  { id: 'expires', header: m.programs_expires, cell: ({ expiresAt }) => <Moment at={expiresAt} as="date" /> },
  { id: 'lastUse', header: m.programs_last_use, cell: (program) => <LastUse program={program} /> },
  { id: 'key', header: m.programs_key, cell: (program) => <Key program={program} /> },
  {
    id: 'addresses',
    header: m.programs_addresses,
    cell: (program) => <Cut text={addressesText(program)} as="sentence" />,
    hidden: 'at-first',
  },
  {
    id: 'created',
    header: m.programs_created,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    hidden: 'at-first',
  },
  {
    id: 'createdBy',
    header: m.programs_created_by,
    cell: ({ createdBy }) => createdBy ?? m.common_not_given(),
    hidden: 'at-first',
  },
  {
    id: 'actions',
    header: m.users_options,
    cell: (program) => <ProgramActions program={program} />,
    hidden: 'never',
    card: 'actions',
  },
]
