import type { Floor } from '@ats/contract/floors.ts'
import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { floorList, floorOfPlace } from '#features/floors/floor-queries.ts'
import type { Layer } from '#features/floors/plan/layers.ts'
import { overlap } from '#features/floors/plan/running-inventories.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { AnchorLink, ButtonLink } from '#ui/text/link.tsx'

type Search = { layer?: Layer; room?: string; inventory?: string }

const useMayOpenPlans = () => useMayOpen()('/dashboard/$location/floors/$id')

type LinkProps = { floor: Floor; search: Search; label?: string; children: ReactNode }

function FloorLink({ floor, search, label, children }: LinkProps) {
  return (
    <AnchorLink
      to="/dashboard/$location/floors/$id"
      params={{ location: useCity(), id: floor._id }}
      search={search}
      size="sm"
      {...(label !== undefined && { 'aria-label': label, title: m.floors_show_on_plan() })}
    >
      {children}
    </AnchorLink>
  )
}

/** Leads to a room on its plan; without a plan there is no link. */
export function RoomPlanLink({ placeId }: { placeId: string }) {
  const isAllowed = useMayOpenPlans()
  const { data: floor } = useQuery({ ...floorOfPlace(placeId), enabled: isAllowed })
  if (!floor) return null
  return (
    <>
      {' '}
      <FloorLink floor={floor} search={{ room: placeId }}>
        {m.floors_show_on_plan()}
      </FloorLink>
    </>
  )
}

const useFloors = () => {
  const isAllowed = useMayOpenPlans()
  return useQuery({ ...floorList(useScope()), enabled: isAllowed }).data ?? []
}

type RowProps = { placeId: string; placeNames: readonly string[]; name: string }

/** For the rows of a list: the plans of the city are fetched once. The plan finds the floor of the room. */
export function SeenPlanLink({ placeId, placeNames, name }: RowProps) {
  const floors = useFloors()
  const floor = floors.find(
    ({ placeNames: property, rooms }) =>
      rooms > 0 && property.length < placeNames.length && overlap(placeNames, property),
  )
  if (floor === undefined) return null
  return (
    <FloorLink
      floor={floor}
      search={{ layer: 'elsewhere', room: placeId }}
      label={m.floors_show_on_plan_named({ name })}
    >
      <IconMap2 size={18} style={{ display: 'block' }} aria-hidden="true" />
    </FloorLink>
  )
}

type ButtonProps = { search: Search; within?: readonly string[] }

/** Leads to the only plan, or to the list of plans; without a plan there is no link. */
export function PlansButton({ search, within = [] }: ButtonProps) {
  const city = useCity()
  const floors = useFloors().filter(({ placeNames, rooms }) => rooms > 0 && overlap(placeNames, within))
  const [only] = floors
  if (only === undefined) return null
  const look = { variant: 'default', search }
  return floors.length === 1 ? (
    <ButtonLink to="/dashboard/$location/floors/$id" params={{ location: city, id: only._id }} {...look}>
      {m.floors_show_on_plan()}
    </ButtonLink>
  ) : (
    <ButtonLink to="/dashboard/$location/floors" params={{ location: city }} {...look}>
      {m.floors_show_on_plan()}
    </ButtonLink>
  )
}
