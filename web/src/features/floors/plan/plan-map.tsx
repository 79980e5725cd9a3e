import type { PlanRoom as Drawn, Floor, PlanShape, RoomFacts } from '@ats/contract/floors.ts'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useState } from 'react'
import { m } from '#texts'
import { type Direction, nextRoom, type Size } from './geometry.ts'
import { Lamps, type Top } from './lamps.tsx'
import type { Layer } from './layers.ts'
import { isNamed, type NamedRoom, namedRooms } from './named-room.ts'
import classes from './plan.module.css'
import { PlanPicture, PlanShapes } from './plan-base.tsx'
import { BlankRoom, PlanRoom } from './plan-room.tsx'

export type Plan = { floor: Floor; shapes: PlanShape[]; rooms: Drawn[] }

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const unmeasured = 960

const placeAt = (target: EventTarget | null) =>
  target instanceof Element
    ? (target.closest('[data-place]')?.getAttribute('data-place') ?? undefined)
    : undefined

export const elementOf = (map: RefObject<SVGSVGElement | null>, placeId: string) =>
  map.current?.querySelector<SVGGElement>(`[data-place="${placeId}"]`) ?? null

/** The width of the frame depends on it. */
export const aspectStyle = (aspect: number) => ({ '--plan-aspect': aspect }) as CSSProperties

/** The pixels of a plan that is as wide as its frame, times the zoom. */
export function usePlanSize(aspect: number, zoom: number) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>()
  const width = Math.round((measured === 0 ? unmeasured : measured) * zoom)
  const size: Size = useMemo(() => ({ width, height: width / aspect }), [width, aspect])
  return { ref, size }
}

type Props = {
  plan: Plan
  facts: ReadonlyMap<string, RoomFacts>
  layer: Layer
  chosen: string | undefined
  isSearching: boolean
  zoom: number
  map: RefObject<SVGSVGElement | null>
  onChoose: (placeId: string) => void
  /** Up or down by this many floors. */
  onFloor: (by: 1 | -1) => void
  /** Receives the layer above the rooms, for things that move. */
  onTop: (top: Top) => void
}

export function PlanMap(props: Props) {
  const { plan, facts, layer, chosen, isSearching, zoom, map, onChoose, onTop } = props
  const { floor, shapes, rooms } = plan
  const { ref, size } = usePlanSize(floor.aspect, zoom)
  const named = useMemo(() => namedRooms(rooms), [rooms])
  const [focused, setFocused] = useState<string>()
  const known = (placeId: string | undefined) => named.find((room) => room.placeId === placeId)
  const stop = (known(focused) ?? known(chosen) ?? named[0])?.placeId
  const onKeyDown = usePlanKeys(props, named)
  return (
    <div className={classes.scroll} style={aspectStyle(floor.aspect)}>
      <div ref={ref} className={classes.ruler} />
      <div className={classes.stage}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing */}
        <svg
          ref={map}
          role="group"
          aria-label={m.floors_plan_of({ name: floor.name })}
          className={classes.map}
          data-picture={floor.picture !== null || undefined}
          viewBox={`0 0 ${size.width} ${size.height}`}
          width={size.width}
          height={size.height}
          onClick={(event) => {
            const placeId = placeAt(event.target)
            if (placeId !== undefined) onChoose(placeId)
          }}
          onKeyDown={onKeyDown}
          onFocus={(event) => setFocused(placeAt(event.target))}
        >
          <PlanPicture floor={floor} size={size} />
          <PlanShapes shapes={shapes} size={size} />
          {rooms.map(
            (room) => !isNamed(room) && <BlankRoom key={JSON.stringify(room.box)} room={room} size={size} />,
          )}
          {named.map((room) => (
            <PlanRoom
              key={room.placeId}
              {...{ room, layer, size, isSearching }}
              facts={facts.get(room.placeId)}
              isChosen={room.placeId === chosen}
              isTabStop={room.placeId === stop}
            />
          ))}
        </svg>
        {layer === 'now' && <Lamps rooms={named} size={size} onLayer={onTop} />}
      </div>
    </div>
  )
}

/** Arrow keys go to the neighbouring room, Enter chooses it, Page Up and Page Down change the floor. */
function usePlanKeys({ map, onChoose, onFloor }: Props, named: NamedRoom[]) {
  const targetOf = (key: string, current: NamedRoom) => {
    if (key === 'Home') return named[0]
    if (key === 'End') return named.at(-1)
    const direction = directions[key]
    return direction && nextRoom(named, current.box, direction)
  }
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event
    const current = named.find(({ placeId }) => placeId === placeAt(event.target))
    if (current === undefined || defaultPrevented || ctrlKey || altKey || metaKey) return
    if (key === 'Enter' || key === ' ') onChoose(current.placeId)
    else if (key === 'PageUp' || key === 'PageDown') onFloor(key === 'PageUp' ? 1 : -1)
    else if (key in directions || key === 'Home' || key === 'End') {
      const target = targetOf(key, current)
      if (target !== undefined) elementOf(map, target.placeId)?.focus()
    } else return
    event.preventDefault()
  }
}
