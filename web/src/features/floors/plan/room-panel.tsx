import { assets } from '@ats/contract/assets/assets.ts'
import type { RoomFacts } from '@ats/contract/floors.ts'
import { CloseButton, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AssetState } from '#features/assets/assets.ts'
import { useCity } from '#kernel/address/location.ts'
import { useHolds, useMayOpen } from '#kernel/address/screen.ts'
import { listQuery } from '#kernel/http/query.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import type { Layer } from './layers.ts'
import type { NamedRoom } from './named-room.ts'
import classes from './plan.module.css'
import side from './side.module.css'

const mostListed = 20

type Props = {
  room: NamedRoom
  facts: RoomFacts | undefined
  layer: Layer
  search: string
  onClose: () => void
}

/** A room: its figures and its first assets, each of which opens its panel. */
export function RoomPanel({ room, facts, layer, search, onClose }: Props) {
  return (
    <section aria-label={room.name} className={classes.side}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <h2 className={classes.heading}>{room.name}</h2>
          <p className={classes.quiet}>{room.placeNames?.slice(0, -1).join(' > ')}</p>
        </div>
        <CloseButton aria-label={m.floors_all_rooms()} onClick={onClose} />
      </Group>
      {facts === undefined ? (
        <p className={classes.quiet}>{m.floors_no_figures()}</p>
      ) : (
        <Figures facts={facts} />
      )}
      <RoomAssets placeId={room.placeId} search={search} />
      {layer === 'elsewhere' && <ElsewhereLink />}
    </section>
  )
}

function Figures({ facts: { assets: all, present, strangers, away, count, matches } }: { facts: RoomFacts }) {
  const found = count && `${formatNumber(count.found)} / ${formatNumber(count.expected)}`
  const shown: [string, string | null][] = [
    [m.floors_column_assets(), formatNumber(all)],
    [m.floors_column_present(), formatNumber(present)],
    [m.floors_column_strangers(), formatNumber(strangers)],
    [m.floors_column_away(), formatNumber(away)],
    [m.floors_column_found(), found],
    [m.floors_column_matches(), matches === null ? null : formatNumber(matches)],
  ]
  return (
    <dl className={side.facts}>
      {shown.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function RoomAssets({ placeId, search }: { placeId: string; search: string }) {
  const city = useCity()
  const isAllowed = useHolds(assets.list.permission)
  const query = useQuery(
    listQuery(assets.list, { query: { placeId, search, size: mostListed } }, { enabled: isAllowed }),
  )
  if (!isAllowed) return null
  if (query.isError)
    return <LoadFailed text={m.floors_assets_failed()} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const { rows } = query.data
  if (rows.length === 0) return <p className={classes.quiet}>{m.floors_assets_none()}</p>
  return (
    <>
      <ul className={side.assets} aria-label={m.floors_column_assets()}>
        {rows.map(({ _id, assetName, assetTagId, assetState }) => (
          <li key={_id}>
            <span>
              <PanelLink id={_id} inherit>
                {assetName}
              </PanelLink>{' '}
              <span className={classes.quiet}>{assetTagId}</span>
            </span>
            <AssetState state={assetState} />
          </li>
        ))}
      </ul>
      <AnchorLink
        to="/dashboard/$location/manage-asset/view-assets"
        params={{ location: city }}
        search={{ placeId, ...(search !== '' && { search }) }}
        size="sm"
      >
        {m.floors_show_in_list()}
      </AnchorLink>
    </>
  )
}

function ElsewhereLink() {
  const city = useCity()
  if (!useMayOpen()('/dashboard/$location/seen-elsewhere')) return null
  return (
    <AnchorLink to="/dashboard/$location/seen-elsewhere" params={{ location: city }} size="sm">
      {m.floors_open_elsewhere()}
    </AnchorLink>
  )
}
