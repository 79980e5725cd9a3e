import type { Floor, PlanRoom, Rectangle } from '@ats/contract/floors.ts'
import { type KeyboardEvent, useRef } from 'react'
import { cutText, type Size, scaled } from '#features/floors/plan/geometry.ts'
import plan from '#features/floors/plan/plan.module.css'
import { PlanPicture } from '#features/floors/plan/plan-base.tsx'
import { aspectStyle, usePlanSize } from '#features/floors/plan/plan-map.tsx'
import { m } from '#texts'
import { movedBy, resizedBy } from './boxes.ts'
import type { Drawing, Item, Step } from './drawing.ts'
import classes from './edit.module.css'
import { percents } from './percents.ts'
import { useDrag } from './use-drag.ts'

type Props = {
  floor: Floor
  /** Rooms outside the person's places. */
  blank: readonly PlanRoom[]
  drawing: Drawing
  step: (step: Step) => void
  begin: ((box: Rectangle) => Item) | undefined
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}
const coarse = 0.01
const fine = 0.001

/** The plan while it is drawn: by pointer, and by the keys that the editor lists. Rooms are above shapes. */
export function EditMap({ floor, blank, drawing, step, begin }: Props) {
  const { items, selected } = drawing
  const map = useRef<SVGSVGElement>(null)
  const { ref, size } = usePlanSize(floor.aspect, 1)
  const drag = useDrag({ map, items, step, begin })
  const onKeyDown = (event: KeyboardEvent) => {
    const key = (event.target as Element).getAttribute('data-item')
    const item = items.find((one) => one.key === key)
    const next = item && stepOf(event, item)
    if (next === undefined) return
    event.preventDefault()
    step(next)
    if (next.do === 'remove') map.current?.focus()
  }
  const ordered = [
    ...items.filter(({ placeId }) => placeId === null),
    ...items.filter(({ placeId }) => placeId),
  ]
  const held = items.find(({ key }) => key === selected)
  return (
    <div className={plan.scroll} style={aspectStyle(floor.aspect)}>
      <div ref={ref} className={plan.ruler} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing */}
      <svg
        ref={map}
        role="group"
        tabIndex={-1}
        aria-label={m.floors_plan_of({ name: floor.name })}
        className={`${plan.map} ${classes.map}`}
        data-picture={floor.picture !== null || undefined}
        data-drawing={begin !== undefined || undefined}
        viewBox={`0 0 ${size.width} ${size.height}`}
        width={size.width}
        height={size.height}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <PlanPicture floor={floor} size={size} />
        {blank.map(({ box }) => (
          <rect key={JSON.stringify(box)} className={plan.blank} {...scaled(box, size)} />
        ))}
        {ordered.map((item) => (
          <EditItem
            key={item.key}
            item={item}
            size={size}
            isSelected={item.key === selected}
            onFocus={() => item.key !== selected && step({ do: 'select', key: item.key })}
          />
        ))}
        {held !== undefined && <Handles item={held} size={size} />}
      </svg>
    </div>
  )
}

function stepOf(event: KeyboardEvent, { key, box }: Item): Step | undefined {
  if (event.key === 'Delete' || event.key === 'Backspace') return { do: 'remove', key }
  if (event.key === 'Escape') return { do: 'select', key: null }
  const direction = directions[event.key]
  if (direction === undefined || event.altKey || event.metaKey) return undefined
  const length = event.shiftKey ? fine : coarse
  const by = { x: direction.x * length, y: direction.y * length }
  return { do: 'change', key, change: { box: event.ctrlKey ? resizedBy(box, by) : movedBy(box, by) } }
}

type ItemProps = { item: Item; size: Size; isSelected: boolean; onFocus: () => void }

const labelSize = 12
const handle = 12

function EditItem({ item: { key, placeId, label, box }, size, isSelected, onFocus }: ItemProps) {
  const { x, y, width, height } = scaled(box, size)
  const name = label || m.floors_shape()
  const text = height < labelSize + 2 ? '' : cutText(label, width - 8, labelSize)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot be part of a drawing
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={`${name}, ${percents(box)}`}
      className={placeId === null ? classes.shape : classes.room}
      data-item={key}
      transform={`translate(${x} ${y})`}
      onFocus={onFocus}
    >
      <rect className={classes.box} width={width} height={height} />
      {text !== '' && (
        <text className={classes.label} x={width / 2} y={height / 2} fontSize={labelSize}>
          {text}
        </text>
      )}
    </g>
  )
}

/** Above everything, and apart from the item: an element that is moved in the document loses the focus. */
function Handles({ item: { key, box }, size }: { item: Item; size: Size }) {
  const { x, y, width, height } = scaled(box, size)
  return (
    <g transform={`translate(${x} ${y})`} data-item={key}>
      {(['nw', 'ne', 'sw', 'se'] as const).map((corner) => (
        <rect
          key={corner}
          className={classes.handle}
          data-corner={corner}
          x={(corner.endsWith('w') ? 0 : width) - handle / 2}
          y={(corner.startsWith('n') ? 0 : height) - handle / 2}
          width={handle}
          height={handle}
        />
      ))}
    </g>
  )
}
