import { screenLink, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { allReports } from './all-reports.ts'
import { assetWise } from './asset-wise.tsx'
import classes from './report.module.css'
import type { Report } from './report.ts'

/** Every report, with the question that it answers. */
export function AllReports() {
  return (
    <Page crumbs={[m.crumb_reports(), m.reports_all_title()]}>
      <ul className={classes.reports}>
        {allReports.map((report) => (
          <Entry key={report.list} report={report} />
        ))}
      </ul>
    </Page>
  )
}

function Entry({ report }: { report: Report }) {
  const city = useCity()
  const link =
    report === assetWise
      ? screenLink('/dashboard/asset-wise', city)
      : { to: '/dashboard/$location/reports/$report', params: { location: city, report: report.list } }
  return (
    <li>
      <AnchorLink {...(link as { to: '/' })} fw={600}>
        {report.title()}
      </AnchorLink>
      <p>{report.about()}</p>
    </li>
  )
}
