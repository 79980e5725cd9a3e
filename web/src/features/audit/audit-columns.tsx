import type { AuditEvent, AuditFilter } from '@ats/contract/audit.ts'
import type { AuditColumn } from '@ats/contract/exports.ts'
import { m } from '#texts'
import type { ColumnOf } from '#ui/table/column.ts'
import { PlaceText } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { LineLink } from './audit-line-address.tsx'
import { RecordName } from './audit-record.tsx'
import { doerName } from './audit-texts.ts'

export const auditColumns: ColumnOf<AuditEvent, AuditFilter['sort'], AuditColumn>[] = [
  { id: 'at', header: m.audit_time, cell: (line) => <Moment at={line.at} />, sort: 'at' },
  { id: 'by', header: m.audit_person, cell: doerName },
  {
    id: 'action',
    header: m.audit_action,
    cell: (line) => <LineLink line={line} />,
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'record',
    header: m.audit_record,
    cell: (line) => <RecordName line={line} />,
    exports: ['recordKind', 'readableId', 'recordName', 'recordId'],
  },
  {
    id: 'place',
    header: m.audit_place,
    cell: ({ place }) => (place === null ? m.common_not_given() : <PlaceText path={place} />),
  },
  {
    id: 'requestId',
    header: m.audit_request_id,
    cell: ({ requestId }) => <CopyId id={requestId} text={m.common_copy()} />,
    hidden: 'at-first',
  },
]
