import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import classes from './table-grid.module.css'

const narrowest = 48
const widest = 640
const step = 16

const bounded = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)))

type SetWidth = (width: number, how: 'while-dragging' | 'keep') => void

/** Fixes a cell to the chosen width of its column; longer content is clipped. */
export const widthStyle = (width: number | undefined): CSSProperties | undefined =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width }

const headOf = (element: Element) => element.closest('th') as HTMLTableCellElement

/** Shift and an arrow key resize the column of the focused header. */
export function onWidthKey(event: KeyboardEvent<HTMLElement>, setWidth: SetWidth) {
  if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
  event.preventDefault()
  const by = event.key === 'ArrowRight' ? step : -step
  setWidth(bounded(headOf(event.currentTarget).offsetWidth + by), 'keep')
}

/** The border of a header, dragged with the pointer; the keyboard works on the header itself. */
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
