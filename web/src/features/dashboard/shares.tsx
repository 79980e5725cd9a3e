import type { DashboardOverview } from '@ats/contract/dashboard.ts'
import { Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { TaskLink } from './task-link.tsx'
import classes from './trends.module.css'

export const share = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10

type Figures = { name: string; part: number; whole: number; text: string }

function Share({ name, part, whole, text }: Figures) {
  return (
    <div className={classes.share}>
      <dt>{name}</dt>
      <dd>
        <strong>{whole === 0 ? m.common_not_given() : `${formatNumber(share(part, whole))} %`}</strong>
        <span>{text}</span>
      </dd>
    </div>
  )
}

type Given = { inventories: NonNullable<DashboardOverview['inventories']>; link: LinkProps }

/** The share of assets counted within a year, and the share of those that were found. */
export function Shares({ inventories, link }: Given) {
  const { approved, expected, found, covered, assets } = inventories
  if (approved === 0)
    return (
      <Text c="dimmed" fz="sm">
        {m.dashboard_inventories_none()}
      </Text>
    )
  return (
    <>
      <dl className={classes.shares}>
        <Share
          name={m.dashboard_accuracy()}
          part={found}
          whole={expected}
          text={m.dashboard_accuracy_of({ part: formatNumber(found), whole: formatNumber(expected) })}
        />
        <Share
          name={m.dashboard_coverage()}
          part={covered}
          whole={assets}
          text={m.dashboard_coverage_of({ part: formatNumber(covered), whole: formatNumber(assets) })}
        />
      </dl>
      <TaskLink
        link={link}
        text={counted(approved, m.dashboard_inventories_one, m.dashboard_inventories_other)}
      />
    </>
  )
}
