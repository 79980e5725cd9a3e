import type { PlanMove } from '@ats/contract/floors.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { centreOf, type Size, scaled } from './geometry.ts'
import classes from './lamps.module.css'
import type { NamedRoom } from './named-room.ts'

const travelMs = 2_600
/** How far an asset comes from, or goes to, if that place is not on the plan. */
const stepAside = 26

type Props = { move: PlanMove; size: Size; rooms: ReadonlyMap<string, NamedRoom>; onEnd: () => void }

/** An asset on its way between two rooms. */
export function MovingDot({ move: { asset, fromPlaceId, toPlaceId }, size, rooms, onEnd }: Props) {
  const dot = useRef<HTMLDivElement>(null)
  const pointOf = (placeId: string | null) => {
    const room = placeId === null ? undefined : rooms.get(placeId)
    return room && centreOf(scaled(room.box, size))
  }
  const [from, to] = [pointOf(fromPlaceId), pointOf(toPlaceId)]
  const start = from ?? (to && { x: to.x, y: to.y - stepAside })
  const end = to ?? (from && { x: from.x, y: from.y - stepAside })
  const travel = useEffectEvent(() => {
    if (start === undefined || end === undefined) return
    return dot.current?.animate(
      [
        { transform: `translate(${start.x}px, ${start.y}px)`, opacity: from === undefined ? 0 : 1 },
        { transform: `translate(${end.x}px, ${end.y}px)`, opacity: 1, offset: 0.8 },
        { transform: `translate(${end.x}px, ${end.y}px)`, opacity: 0 },
      ],
      { duration: travelMs, easing: 'ease-in-out', fill: 'both' },
    )
  })
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    const animation = travel()
    if (animation === undefined) return ended()
    animation.onfinish = () => ended()
    return () => animation.cancel()
  }, [])
  return (
    <div ref={dot} className={classes.dot}>
      {asset.assetName}
    </div>
  )
}
