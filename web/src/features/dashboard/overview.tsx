import { type DashboardOverview, dashboard } from '@ats/contract/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { stateColor } from '#features/assets/assets.ts'
import { LatestLines } from '#features/audit/audit.tsx'
import { screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { query } from '#kernel/http/query.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Attention } from './attention.tsx'
import { Bars } from './bars.tsx'
import classes from './overview.module.css'
import { Section } from './section.tsx'
import { Trends } from './trends.tsx'

/** What needs attention, trends and the latest, below the cards; every row links to what it counts. */
export function Overview({ waiting }: { waiting: ReactNode }) {
  const overview = useQuery(query(dashboard.overview, { query: useScope() }))
  if (overview.isError && overview.data === undefined)
    return <LoadFailed text={m.dashboard_error()} onRetry={() => void overview.refetch()} />
  if (overview.data === undefined) return waiting
  const { states, places, activity } = overview.data
  return (
    <div className={classes.overview}>
      <Attention overview={overview.data} />
      <Trends overview={overview.data} />
      <div className={classes.lists}>
        {states !== null && states.length > 0 && <ByState states={states} />}
        {places !== null && places.rows.length > 0 && <ByPlace places={places} />}
        {activity.length > 0 && (
          <Section title={m.dashboard_activity()}>
            <LatestLines lines={activity} />
          </Section>
        )}
      </div>
    </div>
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
    color: stateColor(state),
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
