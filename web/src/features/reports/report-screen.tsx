import { assetReaders } from '@ats/contract/permissions.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/exports.tsx'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { ApiError } from '#kernel/http/api-error.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { m } from '#texts'
import { SubmittedForm } from '#ui/form/submitted-form.tsx'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { IconLink } from '#ui/text/link.tsx'
import classes from './report.module.css'
import { type Report, type Values, withDays } from './report.ts'
import { useReportColumns } from './report-columns.ts'
import { reportPage } from './report-queries.ts'
import { totalText } from './report-total.ts'

type Props = { report: Report; crumbs: Crumb[] }

/** The screen of any report: its form, the number of rows, and the rows. */
export function ReportScreen({ report, crumbs }: Props) {
  const list = useUrlState(report.filter)
  const [filter, setFilter] = list
  const scope = useScope()
  // A saved view has the filter of the address, so that its days move with time.
  const { cursor: _, size: __, ...narrowed } = filter as Values & { size: number }
  const query = useQuery(reportPage(report, withDays(report, filter), scope))
  const columns = useReportColumns(report)
  const opens = useHolds(assetReaders)
  const values = Object.fromEntries(report.fields.map(({ name }) => [name, narrowed[name]]))
  return (
    <Page title={report.title()} crumbs={crumbs}>
      <SubmittedForm
        fields={report.fields}
        values={values}
        complete={(given) => withDays(report, given)}
        onSubmit={(given) => setFilter(given)}
      />
      <DataTable
        name={report.list}
        label={report.title()}
        query={query}
        columns={columns}
        rowId={report.rowId}
        list={list as Parameters<typeof DataTable>[0]['list']}
        options={{
          footer: 'report',
          toolbar: query.data && <Total report={report} page={query.data} />,
          exporting: (shown) => (
            <>
              <PrintLink report={report} />
              <ExportButton list={report.list} filter={{ ...scope, ...narrowed }} shown={shown} />
            </>
          ),
          failed: (error) => failedField(error) ?? m.reports_fetch_failed(),
          ...(opens && report.assetOf && { panelOf: report.assetOf }),
        }}
      />
    </Page>
  )
}

/** Why the report cannot be filtered by a field of the organisation. */
const failedField = (error: Error) => (error instanceof ApiError ? error.fields.fields : undefined)

function Total({ report, page }: { report: Report; page: PageOf<unknown> }) {
  return (
    <p className={classes.total} role="status">
      {totalText(report, page)}
    </p>
  )
}

function PrintLink({ report }: { report: Report }) {
  return (
    <IconLink
      to="/dashboard/$location/print-report/$report"
      params={{ location: useCity(), report: report.list }}
      search={true}
      variant="default"
      size={36}
      visibleFrom="sm"
      aria-label={m.common_print()}
      title={m.common_print()}
    >
      <IconPrinter size={18} aria-hidden="true" />
    </IconLink>
  )
}
