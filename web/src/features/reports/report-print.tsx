import { Alert, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { messageOf } from '#kernel/api-error.ts'
import { formatNumber, formatTime } from '#kernel/format.ts'
import { useScope } from '#kernel/location.ts'
import type { PageOf } from '#kernel/page-of.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { Heading } from '#ui/heading.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FilterTexts } from '#ui/table/filter-values.tsx'
import { reportNamed } from './all-reports.ts'
import type { Report } from './report.ts'
import classes from './report-print.module.css'
import { printedReport } from './report-queries.ts'
import { totalText } from './report-total.ts'

/** A report as it is filtered, with every column, for paper. */
export function PrintReport() {
  const { report: list } = useParams({ strict: false }) as { report: string }
  const report = reportNamed(list)
  return report === undefined ? <NotFound /> : <Paper report={report} />
}

function Paper({ report }: { report: Report }) {
  const [{ cursor: _, size: __, ...filter }] = useUrlState(report.filter)
  const query = useQuery(printedReport(report, filter, useScope()))
  const { history } = useRouter()
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Heading title={report.title()} documentTitle={report.title()} />
        <Group gap="sm" className={classes.buttons ?? ''}>
          <Button variant="default" onClick={() => history.back()}>
            {m.reports_print_back()}
          </Button>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            disabled={query.data === undefined}
            onClick={() => globalThis.print()}
          >
            {m.common_print()}
          </Button>
        </Group>
      </Group>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.reports_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && <Sheet report={report} page={query.data} filter={filter} />}
    </>
  )
}

type SheetProps = { report: Report; page: PageOf<object>; filter: object }

/** The browser repeats the head of a table on every page. */
function Sheet({ report, page, filter }: SheetProps) {
  const { columns, rowId } = report
  const { rows, total } = page
  return (
    <>
      {rows.length < total && (
        <Alert mb="sm">{m.reports_print_part({ count: formatNumber(rows.length) })}</Alert>
      )}
      <p className={classes.facts}>
        <FilterTexts filters={report.fields} filter={filter} />
        {[totalText(report, page), formatTime(new Date())].join(' · ')}
      </p>
      <table
        className={classes.sheet}
        data-columns={columns.length > 12 ? 'many' : 'few'}
        aria-label={report.title()}
      >
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" data-column={id}>
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell }) => (
                <td key={id} data-column={id}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
