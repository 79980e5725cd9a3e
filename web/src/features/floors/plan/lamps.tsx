import { memo, useMemo } from 'react'
import { type Size, scaled } from './geometry.ts'
import classes from './lamps.module.css'
import type { NamedRoom } from './named-room.ts'

/** The layer above the rooms, and the size of the plan. */
export type Top = { layer: HTMLElement | null; size: Size }

export const lampOf = ({ layer }: Top, placeId: string) =>
  layer?.querySelector(`[data-lamp="${placeId}"]`) ?? null

type Props = { rooms: readonly NamedRoom[]; size: Size; onLayer: (top: Top) => void }

/**
 * Lights over the rooms, and the place for things that move. It is a layer of its own: while a light fades,
 * the browser does not paint the plan again.
 */
export const Lamps = memo(function Lamps({ rooms, size, onLayer }: Props) {
  const ref = useMemo(() => (layer: HTMLElement | null) => onLayer({ layer, size }), [onLayer, size])
  return (
    <div ref={ref} className={classes.lamps} aria-hidden="true">
      {rooms.map(({ placeId, box }) => {
        const { x: left, y: top, width, height } = scaled(box, size)
        return (
          <div
            key={placeId}
            className={classes.lamp}
            data-lamp={placeId}
            style={{ left, top, width, height }}
          />
        )
      })}
    </div>
  )
})
