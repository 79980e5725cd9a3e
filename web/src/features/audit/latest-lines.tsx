import type { AuditEvent } from '@ats/contract/audit.ts'
import { Moment } from '#ui/text/moment.tsx'
import classes from './audit.module.css'
import { RecordName } from './audit-record.tsx'
import { actionName } from './audit-texts.ts'

type Line = Pick<
  AuditEvent,
  'id' | 'at' | 'by' | 'action' | 'recordKind' | 'recordId' | 'readableId' | 'recordName'
>

/** Who did what to which record, in short form. */
export function LatestLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className={classes.latest}>
      {lines.map((line) => (
        <li key={line.id}>
          <RecordName line={{ ...line, after: null }} />
          <span>
            {[actionName(line.action), line.by].filter(Boolean).join(' · ')} ·{' '}
            <Moment at={line.at} as="ago" />
          </span>
        </li>
      ))}
    </ol>
  )
}
