import type { AuditEvent } from '@ats/contract/audit.ts'
import { Anchor } from '@mantine/core'
import { m } from '#texts'
import { CopyId } from '#ui/copy-id.tsx'
import { Moment } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import classes from './audit.module.css'
import { RecordName } from './audit-record.tsx'
import { actionName } from './audit-texts.ts'

export const auditColumns = (open: (line: AuditEvent) => void): Column<AuditEvent>[] => [
  { id: 'at', header: m.audit_time, cell: (line) => <Moment at={line.at} />, sort: 'at' },
  { id: 'by', header: m.audit_person, cell: (line) => line.by ?? m.audit_nobody() },
  {
    id: 'action',
    header: m.audit_action,
    cell: (line) => (
      <Anchor component="button" type="button" inherit ta="start" onClick={() => open(line)}>
        {actionName(line.action)}
      </Anchor>
    ),
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'record',
    header: m.audit_record,
    cell: (line) => <RecordName line={line} />,
    exports: ['recordKind', 'recordId'],
  },
  {
    id: 'place',
    header: m.audit_place,
    cell: ({ place }) => <span className={classes.place}>{place ?? m.common_not_given()}</span>,
  },
  {
    id: 'requestId',
    header: m.audit_request_id,
    cell: ({ requestId }) => <CopyId id={requestId} />,
    hidden: 'at-first',
  },
]
