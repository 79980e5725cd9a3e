import { type DashboardCounts, dashboard } from '@ats/contract/dashboard.ts'
import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconBox, IconBuilding, IconHierarchy2, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type ScreenTo, screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { query } from '#kernel/http/query.ts'
import { useSession } from '#kernel/session/session.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { SpelledOut } from '#ui/text/spelled-out.tsx'
import classes from './dashboard.module.css'
import { QuickActions } from './quick-actions.tsx'

const Reserved = () => (
  <div className={classes.reserved} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

/** Loaded after the numbers, which must not wait for it. */
const Overview = lazyPart(async () => (await import('./overview.tsx')).Overview, { waiting: Reserved })

type Card = {
  count: keyof DashboardCounts
  label: () => string
  icon: ComponentType<{ size?: number; stroke?: number }>
  color: string
  /** The screen behind the card; the card is shown to people who may open it. */
  to: ScreenTo
  /** An alternative screen with the same data. */
  or?: ScreenTo
}

const cards: Card[] = [
  {
    count: 'assets',
    label: m.dashboard_assets,
    icon: IconBox,
    color: 'indigo',
    to: '/dashboard/$location/manage-asset/view-assets',
    or: '/dashboard/asset-wise',
  },
  {
    count: 'mm',
    label: m.dashboard_mm,
    icon: IconHierarchy2,
    color: 'teal',
    to: '/dashboard/$location/masters/mm-master',
  },
  {
    count: 'properties',
    label: m.dashboard_properties,
    icon: IconBuilding,
    color: 'cyan',
    to: '/dashboard/$location/masters/property-master',
  },
  {
    count: 'deletedAssets',
    label: m.dashboard_deleted_assets,
    icon: IconTrash,
    color: 'orange',
    to: '/dashboard/deleted-assets',
  },
  {
    count: 'users',
    label: m.dashboard_users,
    icon: IconUsers,
    color: 'grape',
    to: '/dashboard/$location/users',
  },
]

export function Dashboard() {
  const counts = useQuery(query(dashboard.counts, { query: useScope() }))
  const mayOpen = useMayOpen()
  const shown = cards.flatMap((card) => {
    const to = [card.to, card.or].find((screen) => screen !== undefined && mayOpen(screen))
    return to === undefined ? [] : [{ ...card, to }]
  })
  const user = useSession()?.user
  return (
    <Page>
      {user && (
        <Text c="dimmed" mt={-12}>
          {m.dashboard_welcome({ name: user.name })}
        </Text>
      )}
      {counts.isPending && (
        <VisuallyHidden>
          <Loading text={m.dashboard_loading()} />
        </VisuallyHidden>
      )}
      {counts.isError && (
        <LoadFailed
          text={m.dashboard_error()}
          detail={messageOf(counts.error, '') || undefined}
          onRetry={() => void counts.refetch()}
        />
      )}
      {!(counts.isError && counts.data === undefined) && (
        <ul className={classes.cards} aria-label={m.dashboard_counts()}>
          {shown.map((card) => (
            <li key={card.count}>
              <CountCard card={card} value={counts.data?.[card.count]} />
            </li>
          ))}
        </ul>
      )}
      {!counts.isError && (counts.isSuccess ? <Overview waiting={<Reserved />} /> : <Reserved />)}
      <QuickActions />
    </Page>
  )
}

function CountCard({ card, value }: { card: Card; value: number | undefined }) {
  const city = useCity()
  const content = (
    <>
      <span className={classes.icon} data-color={card.color}>
        <card.icon size={22} stroke={1.6} />
      </span>
      {value === undefined ? (
        <Skeleton h={30} w={90} my={3} aria-hidden="true" />
      ) : (
        <span className={classes.value}>{formatNumber(value)}</span>
      )}
      <span className={classes.label}>
        <SpelledOut text={card.label()} />
      </span>
    </>
  )
  return (
    <Link className={classes.card} {...screenLink(card.to, city)}>
      {content}
    </Link>
  )
}
