import type { RoomFacts } from '@ats/contract/floors.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { Alert, Button, Paper } from '@mantine/core'
import { IconEdit, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { factsOf, floorList, floorOfPlace, openInventories } from '#features/floors/floor-queries.ts'
import { useScope } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { useEscape } from '#ui/dialog/escape.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { type Crumb, Page } from '#ui/page/page.tsx'
import type { Top } from './lamps.tsx'
import { legendOf } from './layers.ts'
import { namedRooms } from './named-room.ts'
import { NowLayer } from './now-layer.tsx'
import classes from './plan.module.css'
import { elementOf, type Plan, PlanMap } from './plan-map.tsx'
import type { PlanState } from './plan-state.ts'
import { FloorSwitch, PlanToolbar, type SetPlanState } from './plan-toolbar.tsx'
import { RoomPanel } from './room-panel.tsx'
import { RoomTable } from './room-table.tsx'
import { runningInventories } from './running-inventories.ts'

type Props = { plan: Plan; crumbs: Crumb[]; state: PlanState; setState: SetPlanState }

const none: readonly RoomFacts[] = []

/** A plan with one layer of facts, and beside it the table of the same facts or the chosen room. */
export function PlanScreen({ plan, crumbs, state, setState }: Props) {
  const { floor } = plan
  const [isFollowed, setFollowed] = useState(true)
  const isNow = state.layer === 'now'
  const mayWatch = useHolds('manage-asset')
  const floorSteps = useFloorSteps(plan)
  return (
    <Page
      title={floor.name}
      crumbs={crumbs}
      actions={
        <>
          <FloorSwitch {...floorSteps} id={floor._id} />
          {isNow && mayWatch && (
            <PauseButton isFollowed={isFollowed} onToggle={() => setFollowed(!isFollowed)} />
          )}
          <EditButton onEdit={() => setState({ edit: 'true' })} />
        </>
      }
    >
      <Contents
        {...{ plan, crumbs, state, setState, floorSteps }}
        isWatched={isNow && isFollowed && mayWatch}
        isPaused={!isFollowed}
      />
    </Page>
  )
}

type ContentsProps = Props & {
  floorSteps: ReturnType<typeof useFloorSteps>
  isWatched: boolean
  isPaused: boolean
}

function Contents({ plan, state, setState, floorSteps, isWatched, isPaused }: ContentsProps) {
  const map = useRef<SVGSVGElement>(null)
  const [top, setTop] = useState<Top>()
  const [zoom, setZoom] = useState(1)
  const { running, inventoryId } = useRunning(plan, state)
  const { layer, search } = state
  const isMoving = !isPaused && (layer === 'now' || layer === 'elsewhere')
  const query = useQuery(factsOf(plan.floor._id, { search, inventoryId }, isMoving))
  const { data = none } = query
  const facts = useMemo(() => new Map(data.map((one) => [one.placeId, one])), [data])
  const { rooms, chosen, choose, chooseRow, close } = useRooms(plan, state, setState, map)
  const shared = { facts, layer, isSearching: search !== '' }
  return (
    <>
      {query.isError && (
        <LoadFailed
          text={m.floors_facts_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {state.room !== undefined && chosen === undefined && <OtherFloor {...{ plan, room: state.room }} />}
      {layer === 'count' && running.length === 0 && <Alert>{m.floors_no_inventory()}</Alert>}
      <div className={classes.columns}>
        <Paper withBorder className={classes.main ?? ''}>
          <PlanToolbar {...{ state, setState, inventoryId, zoom }} inventories={running} onZoom={setZoom} />
          {rooms.length === 0 && <NothingDrawn />}
          <PlanMap
            {...{ plan, map, zoom, ...shared }}
            chosen={state.room}
            onChoose={choose}
            onFloor={floorSteps.step}
            onTop={setTop}
          />
          <Legend entries={legendOf(layer, data)} />
          {layer === 'now' && top !== undefined && (
            <NowLayer floorId={plan.floor._id} isFollowed={isWatched} {...{ rooms, top }} />
          )}
        </Paper>
        <Paper withBorder component="aside" aria-label={m.floors_facts()}>
          {chosen === undefined ? (
            <div className={classes.side}>
              <RoomTable
                {...{ rooms, ...shared }}
                blank={plan.rooms.length - rooms.length}
                onChoose={chooseRow}
              />
            </div>
          ) : (
            <RoomPanel
              {...{ layer, search, room: chosen }}
              facts={facts.get(chosen.placeId)}
              onClose={close}
            />
          )}
        </Paper>
      </div>
    </>
  )
}

/** The rooms that the person may see, and the chosen one; the focus goes to the room on the plan. */
function useRooms(
  plan: Plan,
  { room }: PlanState,
  setState: SetPlanState,
  map: RefObject<SVGSVGElement | null>,
) {
  const rooms = useMemo(() => namedRooms(plan.rooms), [plan.rooms])
  const chosen = rooms.find(({ placeId }) => placeId === room)
  const choose = useCallback((placeId: string | undefined) => setState({ room: placeId }), [setState])
  const chooseRow = useCallback(
    (placeId: string) => {
      elementOf(map, placeId)?.focus()
      choose(placeId)
    },
    [choose, map],
  )
  const close = () => {
    choose(undefined)
    if (chosen !== undefined) elementOf(map, chosen.placeId)?.focus()
  }
  useEscape(() => !isSearchBox(document.activeElement) && close(), chosen !== undefined, 'panel')
  return { rooms, chosen, choose, chooseRow, close }
}

/** Esc there clears the search. */
const isSearchBox = (element: Element | null) =>
  element instanceof HTMLInputElement && element.type === 'search'

/** The floors of the property from the lowest to the highest, and the way to them. */
function useFloorSteps({ floor }: Plan) {
  const navigate = useNavigate()
  const { data = [] } = useQuery(floorList(useScope()))
  const floors = data.filter(({ propertyId }) => propertyId === floor.propertyId)
  const onFloor = (id: string) =>
    void navigate({
      to: '/dashboard/$location/floors/$id',
      params: (before) => ({ location: before.location ?? 'default', id }),
      search: ({ room: _, ...rest }) => rest,
    })
  const step = (by: 1 | -1) => {
    const next = floors[floors.findIndex(({ _id }) => _id === floor._id) + by]
    if (next !== undefined) onFloor(next._id)
  }
  return { floors, onFloor, step }
}

/** The inventories that can be shown, and the one that is: the newest unless another is chosen. */
function useRunning({ floor }: Plan, { layer, inventory }: PlanState) {
  const { data = [] } = useQuery(openInventories(useScope(), useHolds(inventories.list.permission)))
  const running = runningInventories(data, floor.placeNames)
  const wanted = running.find(({ _id }) => _id === inventory) ?? running[0]
  return { running, inventoryId: layer === 'count' ? wanted?._id : undefined }
}

/** A link may name a room of another floor of the property: then that floor is shown. */
function OtherFloor({ plan: { floor }, room }: { plan: Plan; room: string }) {
  const navigate = useNavigate()
  const { data: other } = useQuery(floorOfPlace(room))
  const id = other?._id
  useEffect(() => {
    if (id === undefined || id === floor._id) return
    void navigate({
      to: '/dashboard/$location/floors/$id',
      params: (before) => ({ location: before.location ?? 'default', id }),
      search: (before) => before,
      replace: true,
    })
  }, [id, floor._id, navigate])
  return other === null && <Alert>{m.floors_not_drawn()}</Alert>
}

function Legend({ entries }: { entries: ReturnType<typeof legendOf> }) {
  if (entries.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={m.floors_legend()}>
      {entries.map(({ tone, text }) => (
        <li key={text()}>
          <span className={classes.swatch} data-tone={tone} aria-hidden="true" />
          {text()}
        </li>
      ))}
    </ul>
  )
}

function NothingDrawn(): ReactNode {
  const mayEdit = useHolds('master')
  return <Alert>{mayEdit ? m.floors_nothing_drawn_editor() : m.floors_nothing_drawn()}</Alert>
}

type PauseProps = { isFollowed: boolean; onToggle: () => void }

function PauseButton({ isFollowed, onToggle }: PauseProps) {
  const Icon = isFollowed ? IconPlayerPause : IconPlayerPlay
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={onToggle}>
      {isFollowed ? m.live_pause() : m.live_go_on()}
    </Button>
  )
}

function EditButton({ onEdit }: { onEdit: () => void }) {
  if (!useHolds('master')) return null
  return (
    <Button variant="default" leftSection={<IconEdit size={16} aria-hidden="true" />} onClick={onEdit}>
      {m.floors_edit()}
    </Button>
  )
}
