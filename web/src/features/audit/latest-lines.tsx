import type { AuditEvent } from '@ats/contract/audit.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './audit.module.css'
import { RecordName } from './audit-record.tsx'
import { actionName, doerName } from './audit-texts.ts'

type Line = Pick<
  AuditEvent,
  'id' | 'at' | 'by' | 'byProgram' | 'action' | 'recordKind' | 'recordId' | 'readableId' | 'recordName'
> & { userId: string | null; day: string; count: number; countIsExact: boolean }

/** Who did what to which record, in short form. Repeated actions are one line that leads to all of them. */
export function LatestLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className={classes.latest}>
      {lines.map((line) => (
        <li key={line.id}>{line.count === 1 ? <OneLine line={line} /> : <ManyLines line={line} />}</li>
      ))}
    </ol>
  )
}

function OneLine({ line }: { line: Line }) {
  return (
    <>
      <RecordName line={{ ...line, after: null }} />
      <Details texts={[actionName(line.action), doerOf(line)]} at={line.at} />
    </>
  )
}

/** Entries of the product itself name nobody here. */
const doerOf = (line: Line) => (line.by === null ? null : doerName(line))

const log = '/dashboard/$location/audit-log'

function ManyLines({ line }: { line: Line }) {
  const { action, at, userId, day, count, countIsExact } = line
  const city = useCity()
  const mayLook = useMayOpen()(log)
  const search = { action, from: day, to: day, ...(userId !== null && { userId }) }
  const link = { ...screenLink(log, city), search }
  const text = counted(count, m.dashboard_activity_one, m.dashboard_activity_other)
  return (
    <>
      {mayLook ? (
        <AnchorLink {...(link as unknown as { to: '/' })} inherit>
          {actionName(action)}
        </AnchorLink>
      ) : (
        actionName(action)
      )}
      <Details texts={[countIsExact ? text : m.reports_more_than({ rows: text }), doerOf(line)]} at={at} />
    </>
  )
}

const Details = ({ texts, at }: { texts: (string | null)[]; at: string }) => (
  <span>
    {texts.filter(Boolean).join(' · ')} · <Moment at={at} as="ago" />
  </span>
)
