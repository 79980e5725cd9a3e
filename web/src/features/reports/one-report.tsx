import { useParams } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { NotFound } from '#ui/page/not-found.tsx'
import { reportNamed } from './all-reports.ts'
import { ReportScreen } from './report-screen.tsx'

export function OneReport() {
  const { report: list } = useParams({ strict: false })
  const report = reportNamed(list)
  const link = { to: '/dashboard/$location/reports', params: { location: useCity() } } as const
  if (report === undefined) return <NotFound />
  return (
    <ReportScreen
      key={report.list}
      report={report}
      crumbs={[m.crumb_reports(), { text: m.reports_all_title(), link }, report.title()]}
    />
  )
}
