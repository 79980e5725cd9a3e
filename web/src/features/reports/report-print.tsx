import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useScopeName } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { NotFound } from '#ui/page/not-found.tsx'
import { PrintedFacts, PrintScreen } from '#ui/print/print-screen.tsx'
import { PrintedTable } from '#ui/print/printed-table.tsx'
import { FilterTexts } from '#ui/table/filter-values.tsx'
import { useColumnsOnPaper } from '#ui/table/kept-columns.ts'
import { reportNamed } from './all-reports.ts'
import { type Report, withDays } from './report.ts'
import { useReportColumns } from './report-columns.ts'
import { printedReport } from './report-queries.ts'
import { totalText } from './report-total.ts'

/** The filtered report with its visible columns, for printing. */
export function PrintReport() {
  const { report: list } = useParams({ strict: false })
  const report = reportNamed(list)
  return report === undefined ? <NotFound /> : <Paper report={report} />
}

function Paper({ report }: { report: Report }) {
  const [{ cursor: _, size: __, ...inAddress }] = useUrlState(report.filter)
  const filter = withDays(report, inAddress)
  const query = useQuery(printedReport(report, filter, useScope()))
  const { history } = useRouter()
  return (
    <PrintScreen
      title={report.title()}
      documentTitle={report.title()}
      buttons={
        <Button variant="default" onClick={() => history.back()}>
          {m.reports_print_back()}
        </Button>
      }
      query={query}
      failure={m.reports_fetch_failed()}
      sheet={(page) => <Sheet report={report} page={page} filter={filter} />}
    />
  )
}

type SheetProps = { report: Report; page: PageOf<object>; filter: object }

function Sheet({ report, page, filter }: SheetProps) {
  const columns = useColumnsOnPaper(report.list, useReportColumns(report))
  const { rows, total } = page
  return (
    <>
      {rows.length < total && (
        <Alert mb="sm">{m.reports_print_part({ count: formatNumber(rows.length) })}</Alert>
      )}
      <PrintedFacts scope={useScopeName()}>
        <FilterTexts filters={report.fields} filter={filter} />
        {totalText(report, page)}
      </PrintedFacts>
      <PrintedTable label={report.title()} columns={columns} rows={rows} rowId={report.rowId} />
    </>
  )
}
