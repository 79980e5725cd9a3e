import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import classes from './table-grid.module.css'

const narrowest = 48
const widest = 640
const step = 16

const bounded = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)))

type SetWidth = (width: number, how: 'while-dragging' | 'keep') => void

/** A cell as wide as the person wants its column; the rest is cut off. */
export const widthStyle = (width: number | undefined): CSSProperties | undefined =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width }

const headOf = (element: Element) => element.closest('th') as HTMLTableCellElement

/** Shift and an arrow key make the column of a focused header wider or narrower. */
export function onWidthKey(event: KeyboardEvent<HTMLElement>, setWidth: SetWidth) {
  if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
  event.preventDefault()
  const by = event.key === 'ArrowRight' ? step : -step
  setWidth(bounded(headOf(event.currentTarget).offsetWidth + by), 'keep')
}

/** The border of a header, which the pointer drags; keys do the same on the header itself. */
export function WidthHandle({ setWidth }: { setWidth: SetWidth }) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const handle: HTMLElement = event.currentTarget
    const start = headOf(handle).offsetWidth - event.clientX
    const widthAt = ({ clientX }: { clientX: number }) => bounded(start + clientX)
    const stop = new AbortController()
    const { signal } = stop
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', (move) => setWidth(widthAt(move), 'while-dragging'), { signal })
    handle.addEventListener('pointercancel', () => stop.abort(), { signal })
    handle.addEventListener(
      'pointerup',
      (end) => {
        stop.abort()
        setWidth(widthAt(end), 'keep')
      },
      { signal },
    )
  }
  return <span className={classes.widthHandle} aria-hidden="true" onPointerDown={drag} />
}
