import { type AuditQuestion, type AuditQuestionName, auditor } from '@ats/contract/auditor.ts'
import type { ExportList } from '@ats/contract/exports.ts'
import { Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CsvButton } from '#features/exports/exports.tsx'
import { screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { query } from '#kernel/http/query.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink, ButtonLink } from '#ui/text/link.tsx'
import classes from './auditor.module.css'

type Known = {
  title: () => string
  about: (figures: { figure: string; of: string }) => string
  /** The list with all rows, and the file of it. */
  screen:
    | '/dashboard/physical-inventory'
    | '/dashboard/$location/reports/$report'
    | '/dashboard/$location/verification'
    | '/dashboard/$location/investigations'
    | '/dashboard/$location/audit-log'
  report?: string
  search?: Record<string, string>
  file: ExportList
}

const inventories = { screen: '/dashboard/physical-inventory', file: 'inventories' } as const
const report = (name: 'report-incomplete' | 'report-inventory-accuracy') =>
  ({ screen: '/dashboard/$location/reports/$report', report: name, file: name }) as const

const known: Record<AuditQuestionName, Known> = {
  'register-complete': {
    ...report('report-incomplete'),
    title: m.auditor_register,
    about: m.auditor_register_about,
  },
  'programme-documented': {
    ...{ screen: '/dashboard/$location/verification', file: 'inventories', search: { status: 'planned' } },
    ...{ title: m.auditor_programme, about: m.auditor_programme_about },
  },
  'frequency-kept': {
    ...{ ...inventories, search: { status: 'overdue' } },
    ...{ title: m.auditor_frequency, about: m.auditor_frequency_about },
  },
  'discrepancies-identified': {
    ...report('report-inventory-accuracy'),
    ...{ title: m.auditor_discrepancies, about: m.auditor_discrepancies_about },
  },
  'resolved-with-evidence': {
    ...{ screen: '/dashboard/$location/investigations', file: 'inventories', search: {} },
    ...{ title: m.auditor_resolved, about: m.auditor_resolved_about },
  },
  'log-intact': {
    ...{ screen: '/dashboard/$location/audit-log', file: 'audit' },
    ...{ title: m.auditor_log, about: m.auditor_log_about },
  },
}

/** What auditors usually ask: each question with a figure, its first rows, the list and a file. */
export function Auditor() {
  const { data, error, refetch } = useQuery(query(auditor.questions, { query: useScope() }))
  return (
    <Page crumbs={[m.crumb_reports(), m.auditor_title()]}>
      {error !== null && (
        <LoadFailed text={messageOf(error, m.auditor_failed())} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Text size="sm">{m.auditor_since({ day: formatDate(data.since) })}</Text>
          <ol className={classes.questions}>
            {data.questions.map((one) => (
              <Question key={one.question} asked={one} />
            ))}
          </ol>
        </>
      )}
    </Page>
  )
}

function Question({ asked: { question, figure, of, rows } }: { asked: AuditQuestion }) {
  const { title, about, file, search } = known[question]
  const scope = useScope()
  const texts = { figure: formatNumber(figure), of: formatNumber(of ?? 0) }
  return (
    <Paper component="li" withBorder className={classes.question ?? ''}>
      <h2>{title()}</h2>
      <p className={classes.figure}>{texts.figure}</p>
      <p>{about(texts)}</p>
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label={title()}>
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </ul>
      )}
      <Group gap="sm">
        <ListLink question={question} />
        <CsvButton
          list={file}
          filter={{ ...scope, ...search }}
          label={m.auditor_export({ question: title() })}
        />
      </Group>
    </Paper>
  )
}

/** The list with all rows, in the same city. */
function ListLink({ question }: { question: AuditQuestionName }) {
  const city = useCity()
  const { title, screen, report: name, search } = known[question]
  const link = screenLink(screen, city)
  const whole = {
    ...link,
    ...(name !== undefined && { params: { location: city, report: name } }),
    search: { ...(link.search as object | undefined), ...search },
  }
  return (
    <ButtonLink
      {...(whole as { to: '/' })}
      variant="default"
      size="compact-sm"
      aria-label={m.auditor_open({ question: title() })}
    >
      {m.auditor_list()}
    </ButtonLink>
  )
}

function Row({ row: { name, detail, figure, at, inventoryId } }: { row: AuditQuestion['rows'][number] }) {
  const more = [detail, figure !== null && formatNumber(figure), at !== null && formatDate(at)].filter(
    Boolean,
  )
  return (
    <li>
      {inventoryId === null ? (
        <strong>{name}</strong>
      ) : (
        <AnchorLink to="/dashboard/physical-inventory/$id" params={{ id: inventoryId }} inherit>
          {name}
        </AnchorLink>
      )}
      {more.length > 0 && ` · ${more.join(' · ')}`}
    </li>
  )
}
