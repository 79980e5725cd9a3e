import type { DashboardOverview, WaitingKind } from '@ats/contract/dashboard.ts'
import { IconAlertTriangle, IconCalendarDue, IconCircleCheck, IconInbox } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ScreenTo, screenLink, useCity } from '#kernel/address/location.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './overview.module.css'
import { useReportLink } from './report-link.ts'
import { Section } from './section.tsx'
import { TaskLink } from './task-link.tsx'

type CountText = (given: { count: string }) => string
type Texts = { one: CountText; other: CountText }

const waiting: Record<WaitingKind, Texts & { to: ScreenTo; search?: object }> = {
  'inventories-to-count': {
    one: m.dashboard_waiting_count_one,
    other: m.dashboard_waiting_count_other,
    to: '/count',
  },
  'state-changes': {
    one: m.dashboard_waiting_requests_one,
    other: m.dashboard_waiting_requests_other,
    to: '/dashboard/manage-assets',
  },
  'access-requests': {
    one: m.dashboard_waiting_access_one,
    other: m.dashboard_waiting_access_other,
    to: '/dashboard/$location/users',
  },
  'help-requests': {
    one: m.dashboard_waiting_help_one,
    other: m.dashboard_waiting_help_other,
    to: '/dashboard/$location/help-desk',
  },
  'expected-tags': {
    one: m.dashboard_waiting_tags_one,
    other: m.dashboard_waiting_tags_other,
    to: '/dashboard/$location/manage-asset/view-assets',
    search: { tagState: 'expected' },
  },
}

const troubles: Record<'silent' | 'lost', Texts> = {
  silent: { one: m.dashboard_readers_silent_one, other: m.dashboard_readers_silent_other },
  lost: { one: m.dashboard_readers_lost_one, other: m.dashboard_readers_lost_other },
}

const icons = { waiting: IconInbox, wrong: IconAlertTriangle, soon: IconCalendarDue }
type Item = { key: string; kind: keyof typeof icons; count: number; text: string; link: LinkProps }

const moreThan = (text: string, isExact: boolean) => (isExact ? text : m.reports_more_than({ rows: text }))

/** Counting opens the inventory itself. */
const countLink = (inventory: string): LinkProps => ({ to: '/count', search: { inventory } as never })

function waitingLink(what: WaitingKind, city: string): LinkProps {
  const { to, search } = waiting[what]
  return search === undefined ? screenLink(to, city) : { ...screenLink(to, city), search: search as never }
}

function overdueLink(city: string): LinkProps {
  const { search, ...link } = screenLink('/dashboard/physical-inventory', city) as LinkProps
  return { ...link, search: { ...(search as object), status: 'overdue' } as never }
}

/** What waits for the person comes first, then what is wrong now, then what will be soon. */
function useItems({ waiting: tasks, overdue, readers, rentals }: DashboardOverview): Item[] {
  const city = useCity()
  const report = useReportLink()
  const readerList = screenLink('/dashboard/$location/readers', city)
  const items: Item[] = tasks.map(({ what, count, only, more }) => ({
    ...{ key: what, kind: 'waiting', count },
    text: moreThan(counted(count, waiting[what].one, waiting[what].other), more === undefined),
    link: only === undefined ? waitingLink(what, city) : countLink(only),
  }))
  if (overdue !== null)
    items.push({
      ...{ key: 'overdue', kind: 'wrong', count: overdue },
      text: counted(overdue, m.dashboard_overdue_one, m.dashboard_overdue_other),
      link: overdueLink(city),
    })
  if (readers !== null) {
    for (const status of ['lost', 'silent'] as const)
      items.push({
        ...{ key: status, kind: 'wrong', count: readers[status] },
        text: counted(readers[status], troubles[status].one, troubles[status].other),
        link: { ...readerList, search: { status } },
      })
    const letters = counted(readers.deadLetters, m.dashboard_dead_letters_one, m.dashboard_dead_letters_other)
    items.push({
      ...{ key: 'letters', kind: 'wrong', count: readers.deadLetters },
      text: moreThan(letters, readers.deadLettersIsExact),
      link: screenLink('/dashboard/$location/dead-letters', city),
    })
  }
  if (rentals !== null)
    items.push({
      ...{ key: 'rentals', kind: 'soon', count: rentals.count },
      text: moreThan(
        counted(rentals.count, m.dashboard_rentals_one, m.dashboard_rentals_other),
        rentals.isExact,
      ),
      link: report('report-rentals', { from: rentals.from, to: rentals.to }),
    })
  return items
}

export function Attention({ overview }: { overview: DashboardOverview }) {
  const items = useItems(overview)
  if (items.length === 0) return null
  const open = items.filter(({ count }) => count > 0)
  return (
    <Section title={m.dashboard_attention()}>
      {open.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {m.dashboard_attention_none()}
        </p>
      ) : (
        <ul className={classes.tasks}>
          {open.map(({ key, kind, text, link }) => (
            <li key={key}>
              <TaskLink link={link} text={text} icon={icons[kind]} kind={kind} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
