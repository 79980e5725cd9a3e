import type { Floor } from '@ats/contract/floors.ts'
import { Button, Paper, Text } from '@mantine/core'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { floorList } from './floor-queries.ts'
import classes from './floors.module.css'
import { planState } from './plan/plan-state.ts'

const FloorDialog = lazyPart(async () => (await import('./floor-dialog.tsx')).FloorDialog)

/** The floors of all properties within scope. */
export function Floors() {
  const city = useCity()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(floorList(useScope()))
  const add = useHolds('master') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.floors_add()}
    </Button>
  ) : undefined
  const open = ({ _id }: Floor) =>
    void navigate({
      to: '/dashboard/$location/floors/$id',
      params: { location: city, id: _id },
      search: { edit: 'true' },
    })
  const isEmpty = query.data?.length === 0
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.floors_title()]} {...(!isEmpty && { actions: add })}>
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed
          text={m.floors_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && <FirstFloor add={add} />}
      {query.data?.length ? <Properties floors={query.data} /> : null}
      {isAdding && <FloorDialog onClose={() => setAdding(false)} onSaved={open} />}
    </Page>
  )
}

/** Instead of an empty list: what plans are for, and the first step. */
function FirstFloor({ add }: { add: ReactNode }) {
  return (
    <Paper component="section" withBorder className={classes.first ?? ''}>
      <IconMap2 size={40} stroke={1.3} aria-hidden="true" />
      <div>
        <h2 className={classes.heading}>{m.floors_first_title()}</h2>
        <Text size="sm">{add === undefined ? m.floors_first_ask() : m.floors_first_text()}</Text>
      </div>
      {add}
    </Paper>
  )
}

function Properties({ floors }: { floors: readonly Floor[] }) {
  const properties = Map.groupBy(floors, ({ propertyId }) => propertyId)
  return [...properties].map(([propertyId, held]) => {
    const names = held[0]?.placeNames ?? []
    return (
      <section key={propertyId} aria-label={names.at(-1)} className={classes.property}>
        <div>
          <h2 className={classes.heading}>{names.at(-1)}</h2>
          <p className={classes.quiet}>{names.slice(0, -1).join(' > ')}</p>
        </div>
        <ul className={classes.floors}>
          {held.toReversed().map((floor) => (
            <li key={floor._id}>
              <FloorCard floor={floor} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** Keeps the layer of the link that led here, such as 'Show on plan' of the live reads. */
function FloorCard({ floor: { _id, name, rooms, aspect } }: { floor: Floor }) {
  const [{ layer, inventory }] = useUrlState(planState)
  return (
    <Paper withBorder className={classes.card ?? ''}>
      <svg viewBox={`0 0 ${40 * aspect} 40`} className={classes.sign} aria-hidden="true">
        <rect width={40 * aspect} height={40} rx={2} />
      </svg>
      <div>
        <AnchorLink
          to="/dashboard/$location/floors/$id"
          params={{ location: useCity(), id: _id }}
          search={{ ...(layer !== 'assets' && { layer }), ...(inventory && { inventory }) }}
          fw={600}
        >
          {name}
        </AnchorLink>
        <p className={classes.quiet}>
          {rooms === 0 ? m.floors_no_rooms() : counted(rooms, m.floors_rooms_drawn_one, m.floors_rooms_drawn)}
        </p>
      </div>
    </Paper>
  )
}
