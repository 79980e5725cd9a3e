import type { DashboardOverview } from '@ats/contract/dashboard.ts'
import { Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './dashboard.module.css'
import { Section } from './section.tsx'
import { TaskLink } from './task-link.tsx'

/** A report with its dates. People who get its figures may open it. */
function useReportLink() {
  const location = useCity()
  return (report: string, search: Record<string, string>): LinkProps => ({
    to: '/dashboard/$location/reports/$report',
    params: { location, report },
    search,
  })
}

const share = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10

type Figures = { name: string; part: number; whole: number; text: string }

function Share({ name, part, whole, text }: Figures) {
  return (
    <div className={classes.share}>
      <dt>{name}</dt>
      <dd>
        <strong>{whole === 0 ? m.common_not_given() : `${formatNumber(share(part, whole))} %`}</strong>
        <progress aria-hidden="true" max={Math.max(whole, 1)} value={part} />
        <span>{text}</span>
      </dd>
    </div>
  )
}

/** The share of assets counted within a year, and the share of those that were found. */
export function Inventories({ inventories }: { inventories: NonNullable<DashboardOverview['inventories']> }) {
  const { from, approved, expected, found, covered, assets } = inventories
  const linkTo = useReportLink()
  return (
    <Section title={m.dashboard_inventories()}>
      {approved === 0 ? (
        <Text c="dimmed" fz="sm">
          {m.dashboard_inventories_none()}
        </Text>
      ) : (
        <>
          <dl className={classes.shares}>
            <Share
              name={m.dashboard_coverage()}
              part={covered}
              whole={assets}
              text={m.dashboard_coverage_of({ part: formatNumber(covered), whole: formatNumber(assets) })}
            />
            <Share
              name={m.dashboard_accuracy()}
              part={found}
              whole={expected}
              text={m.dashboard_accuracy_of({ part: formatNumber(found), whole: formatNumber(expected) })}
            />
          </dl>
          <TaskLink
            link={linkTo('report-inventory-accuracy', { from })}
            text={counted(approved, m.dashboard_inventories_one, m.dashboard_inventories_other)}
          />
        </>
      )}
    </Section>
  )
}

export function Rentals({ rentals }: { rentals: NonNullable<DashboardOverview['rentals']> }) {
  const { from, to, count, isExact } = rentals
  const linkTo = useReportLink()
  if (count === 0) return null
  const text = counted(count, m.dashboard_rentals_one, m.dashboard_rentals_other)
  return (
    <Section title={m.dashboard_rentals()}>
      <TaskLink
        link={linkTo('report-rentals', { from, to })}
        text={isExact ? text : m.reports_more_than({ rows: text })}
      />
    </Section>
  )
}
