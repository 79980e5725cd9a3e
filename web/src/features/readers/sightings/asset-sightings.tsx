import type { LastSeen, Movement } from '@ats/contract/sightings.ts'
import { Badge, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Archived } from '#features/audit/audit.tsx'
import { pathText } from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { useHolds } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { MoreButton } from '#ui/page/more-button.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { lastSeenOf, movementsOf } from './sighting-queries.ts'
import { useElsewhere } from './use-elsewhere.ts'

type Asset = { _id: string; assetName: string; assetTagId: string }

/** Where readers last saw the asset, next to its registered place. Renders nothing if none ever did. */
export function AssetSightings({ asset }: { asset: Asset }) {
  const { data: seen, isError, refetch } = useQuery(lastSeenOf(asset._id))
  const manages = useHolds('manage-asset')
  if (isError) return <LoadFailed text={m.sightings_failed()} onRetry={() => void refetch()} />
  if (seen === undefined || seen === null) return null
  return (
    <section aria-labelledby="asset-sightings" className={classes.sightings}>
      <h3 id="asset-sightings" className={classes.panelHeading}>
        {m.sightings_title()}
      </h3>
      <p className={classes.seen}>
        <strong>{placeText(seen.placeNames)}</strong>
        {seen.elsewhere && (
          <Badge variant="light" tt="none" color="grape">
            {m.sightings_elsewhere()}
          </Badge>
        )}
      </p>
      <p className={classes.quiet}>
        <SeenWhen seen={seen} />
        {seen.reader !== null && ` · ${seen.reader}`}
      </p>
      {manages && seen.elsewhere && seen.placeId !== null && <MoveHere asset={asset} seen={seen} />}
      <Movements id={asset._id} version={`${seen.placeId} ${seen.since}`} />
    </section>
  )
}

const placeText = (names: string[] | null) => (names === null ? m.elsewhere_out_of_scope() : pathText(names))

function SeenWhen({ seen: { present, seenAt } }: { seen: LastSeen }) {
  return (
    <>
      {present ? m.sightings_present() : m.sightings_gone()} <Moment at={seenAt} as="ago" />
    </>
  )
}

function MoveHere({ asset, seen }: { asset: Asset; seen: LastSeen }) {
  const { moveHere } = useElsewhere()
  const row = {
    ...asset,
    tag: seen.tag,
    registeredPlaceId: '',
    registeredPlaceNames: [],
    seenPlaceId: seen.placeId,
    seenPlaceNames: seen.placeNames,
    since: seen.since,
    seenAt: seen.seenAt,
    leftProperty: false,
    ignored: null,
  }
  return (
    <div>
      <Button size="compact-sm" variant="light" onClick={() => void moveHere([row])}>
        {m.sightings_move()}
      </Button>
    </div>
  )
}

function Movements({ id, version }: { id: string; version: string }) {
  const query = useInfiniteQuery(movementsOf(id, version))
  const movements = query.data?.pages.flatMap((page) => page.movements) ?? []
  if (query.isError) return <LoadFailed text={m.sightings_failed()} onRetry={() => void query.refetch()} />
  if (movements.length === 0) return query.isSuccess ? <Archived of="movements" /> : null
  return (
    <>
      <h4 className={classes.subheading}>{m.sightings_movements()}</h4>
      <ol className={classes.movements}>
        {movements.map((movement) => (
          <li key={movement._id}>
            <span>{movementText(movement)}</span>
            <span className={classes.quiet}>
              <Moment at={movement.at} />
            </span>
          </li>
        ))}
      </ol>
      <MoreButton query={query} text={m.sightings_more()} size="xs" />
      {!query.hasNextPage && <Archived of="movements" />}
    </>
  )
}

/** The full path of the new place, and the last name of the previous one. */
function movementText({ isFirst, placeNames, fromPlaceNames }: Movement): string {
  const place = placeText(placeNames)
  if (isFirst) return m.sightings_first({ place })
  return m.sightings_from_to({ from: fromPlaceNames?.at(-1) ?? m.elsewhere_out_of_scope(), place })
}
