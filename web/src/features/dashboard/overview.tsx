import { type DashboardOverview, dashboard, type WaitingKind } from '@ats/contract/dashboard.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LatestLines } from '#features/audit/audit.tsx'
import { type ScreenTo, screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { query } from '#kernel/http/query.ts'
import { counted } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Bars } from './bars.tsx'
import classes from './dashboard.module.css'
import { Inventories, Rentals } from './due.tsx'
import { Readers } from './readers.tsx'
import { Section } from './section.tsx'
import { TaskLink } from './task-link.tsx'

type CountText = (given: { count: string }) => string

const waiting: Record<WaitingKind, { one: CountText; other: CountText; to: ScreenTo }> = {
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
}

/** Activity and tasks, below the cards; every row links to what it counts. */
export function Overview() {
  const overview = useQuery(query(dashboard.overview, { query: useScope() }))
  if (overview.isError && overview.data === undefined)
    return <LoadFailed text={m.dashboard_error()} onRetry={() => void overview.refetch()} />
  if (overview.data === undefined) return null
  const { waiting: tasks, states, places, activity, inventories, rentals, readers } = overview.data
  return (
    <div className={classes.overview}>
      {tasks.length > 0 && <Waiting tasks={tasks} />}
      {rentals !== null && <Rentals rentals={rentals} />}
      {readers !== null && <Readers readers={readers} />}
      {inventories !== null && <Inventories inventories={inventories} />}
      {states !== null && states.length > 0 && <ByState states={states} />}
      {places !== null && places.rows.length > 0 && <ByPlace places={places} />}
      {activity.length > 0 && (
        <Section title={m.dashboard_activity()}>
          <LatestLines lines={activity} />
        </Section>
      )}
    </div>
  )
}

function Waiting({ tasks }: { tasks: DashboardOverview['waiting'] }) {
  const city = useCity()
  const open = tasks.filter(({ count }) => count > 0)
  return (
    <Section title={m.dashboard_waiting()}>
      {open.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {m.dashboard_waiting_none()}
        </Text>
      ) : (
        <ul className={classes.tasks}>
          {open.map(({ what, count }) => (
            <li key={what}>
              <TaskLink
                link={screenLink(waiting[what].to, city)}
                text={counted(count, waiting[what].one, waiting[what].other)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const list = '/dashboard/$location/manage-asset/view-assets'

/** The list of assets with a filter, for people who may open it. */
function useListLink() {
  const city = useCity()
  const mayOpen = useMayOpen()
  return (search: Record<string, string>) =>
    mayOpen(list) ? { ...screenLink(list, city), search } : undefined
}

function ByState({ states }: { states: NonNullable<DashboardOverview['states']> }) {
  const linkTo = useListLink()
  const rows = states.map(({ state, assets }) => ({
    key: state,
    name: shownName(state),
    value: assets,
    link: linkTo({ state }),
  }))
  return (
    <Section title={m.dashboard_by_state()}>
      <Bars rows={rows} head={[m.assets_state(), m.dashboard_bars_assets()]} />
    </Section>
  )
}

function ByPlace({ places: { rows, others } }: { places: NonNullable<DashboardOverview['places']> }) {
  const linkTo = useListLink()
  const bars = rows.map(({ _id, name, assets }) => ({
    key: _id,
    name,
    value: assets,
    link: linkTo({ placeId: _id }),
  }))
  const rest =
    others > 0 ? [{ key: 'others', name: m.dashboard_elsewhere(), value: others, link: undefined }] : []
  return (
    <Section title={m.dashboard_by_place()}>
      <Bars rows={[...bars, ...rest]} head={[m.assets_place(), m.dashboard_bars_assets()]} />
    </Section>
  )
}
