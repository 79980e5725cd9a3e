import type { AuditEvent, audit } from '@ats/contract/audit.ts'
import type { Reply } from '@ats/contract/endpoint.ts'
import { keyOfOwnFact } from '@ats/contract/own-fields/types.ts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { everyOwnField, ownChanges } from '#features/own-fields/own-fields.ts'
import { isNotFound } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { SidePanel } from '#ui/dialog/side-panel.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './audit.module.css'
import { type Change, changesOf } from './audit-changes.ts'
import { auditLine } from './audit-queries.ts'
import { RecordName } from './audit-record.tsx'
import { actionName, doerName } from './audit-texts.ts'

type AuditLine = Reply<typeof audit.get>

/** One ledger entry: who, when, where, and each field before and after. */
export function AuditPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: line, error, refetch } = useQuery(auditLine(id))
  const title = line === undefined ? m.audit_line() : actionName(line.action)
  return (
    <SidePanel title={title} titleClass={classes.title ?? ''} onClose={onClose}>
      {line !== undefined && <Line line={line} />}
      {line === undefined && error === null && <Loading />}
      {line === undefined && error !== null && (
        <LoadFailed
          text={isNotFound(error) ? m.audit_line_unknown() : m.audit_failed()}
          {...(!isNotFound(error) && { onRetry: () => void refetch() })}
        />
      )}
    </SidePanel>
  )
}

const withoutOwn = (facts: AuditEvent['after']) =>
  facts && Object.fromEntries(Object.entries(facts).filter(([name]) => keyOfOwnFact(name) === undefined))

function Line({ line }: { line: AuditLine }) {
  const hasOwn = Object.keys({ ...line.before, ...line.after }).some(
    (name) => keyOfOwnFact(name) !== undefined,
  )
  const { data: fields = [] } = useQuery({ ...everyOwnField(), enabled: hasOwn })
  const own = ownChanges(line, fields, line.ownTexts)
  const builtIn = { before: withoutOwn(line.before), after: withoutOwn(line.after) }
  const facts = [
    [m.audit_time(), <Moment key="at" at={line.at} />],
    [m.audit_person(), doerName(line)],
    [m.audit_record(), <RecordName key="record" line={line} />],
    [m.audit_place(), line.place ?? m.common_not_given()],
    [m.audit_request_id(), <CopyId key="id" id={line.requestId} show={line.requestId.length} />],
  ] as const
  return (
    <Stack gap="lg">
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Changes changes={[...changesOf(builtIn), ...own]} />
    </Stack>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <section aria-labelledby="audit-changes">
      <h3 id="audit-changes" className={classes.heading}>
        {m.audit_changes()}
      </h3>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{m.audit_nothing_kept()}</p>
      ) : (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{m.audit_field()}</th>
              <th scope="col">{m.audit_before()}</th>
              <th scope="col">{m.audit_after()}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, label, before, after }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className={classes.was}>{before ?? '–'}</td>
                <td>{after ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
