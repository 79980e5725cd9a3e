import type { Rectangle } from '@ats/contract/floors.ts'
import { type PointerEvent, type RefObject, useRef } from 'react'
import { boxBetween, movedBy, type Point, snappedBox, snappedPoint } from './boxes.ts'
import type { Item, Step } from './drawing.ts'

/** What a drag does: draws a new rectangle, moves one, or pulls one of its corners. */
type Drag = {
  key: string
  start: Point
  /** The corner opposite the one that is pulled; undefined: the whole rectangle moves. */
  fixed: Point | undefined
  box: Rectangle
  isBegun: boolean
}

type Setup = {
  map: RefObject<SVGSVGElement | null>
  items: readonly Item[]
  step: (step: Step) => void
  /** Creates the item that a drag on free space draws; undefined: nothing is to be drawn. */
  begin: ((box: Rectangle) => Item) | undefined
}

/** The opposite corner, by the corner that is pulled. */
const opposite: Record<string, (box: Rectangle) => Point> = {
  nw: ({ x, y, width, height }) => ({ x: x + width, y: y + height }),
  ne: ({ x, y, height }) => ({ x, y: y + height }),
  sw: ({ x, y, width }) => ({ x: x + width, y }),
  se: ({ x, y }) => ({ x, y }),
}

/** Shorter movements are clicks. */
const leastDrag = 0.004

export function useDrag({ map, items, step, begin }: Setup) {
  const drag = useRef<Drag | null>(null)
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = map.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const attribute = ({ target }: PointerEvent, name: string) =>
    (target as Element).closest(`[${name}]`)?.getAttribute(name) ?? undefined

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    const start = pointOf(event)
    const item = items.find(({ key }) => key === attribute(event, 'data-item'))
    const others = items.map(({ box }) => box)
    // With something to draw, a drag draws it, also over a corridor or a room.
    if (begin !== undefined && attribute(event, 'data-corner') === undefined) {
      const corner = snappedPoint(start, others)
      drag.current = { key: '', start, fixed: corner, box: boxBetween(corner, corner), isBegun: false }
    } else if (item !== undefined) {
      const corner = attribute(event, 'data-corner')
      const fixed = corner === undefined ? undefined : opposite[corner]?.(item.box)
      drag.current = { key: item.key, start, fixed, box: item.box, isBegun: false }
      step({ do: 'select', key: item.key })
    } else return step({ do: 'select', key: null })
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const held = drag.current
    if (held === null) return
    const point = pointOf(event)
    const by = { x: point.x - held.start.x, y: point.y - held.start.y }
    if (!held.isBegun && Math.hypot(by.x, by.y) < leastDrag) return
    const others = items.filter(({ key }) => key !== held.key).map(({ box }) => box)
    const box =
      held.fixed === undefined
        ? snappedBox(movedBy(held.box, by), others)
        : boxBetween(held.fixed, snappedPoint(point, others))
    if (held.key === '') {
      const item = begin?.(box)
      if (item === undefined) return
      step({ do: 'add', item })
      held.key = item.key
    } else step({ do: 'drag', key: held.key, box, isFirst: !held.isBegun })
    held.isBegun = true
  }

  const onPointerUp = () => {
    drag.current = null
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}
