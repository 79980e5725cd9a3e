import { useRef, useState } from 'react'
import { isScreenInFront, useLoneKeys } from '#kernel/scanner/lone-keys.ts'

const rowsOf = (frame: HTMLElement | null) => [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
const rowInFocus = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

/** Moves the focus between rows; without a focused row, to the first. */
function move(frame: HTMLElement | null, by: 1 | -1) {
  const rows = rowsOf(frame)
  const focused = rowInFocus()
  const at = focused === null ? -1 : rows.indexOf(focused)
  const row = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** A row opens through its first link. */
const open = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href], [data-opens]')?.click()
const select = (row: HTMLElement | null) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)')?.click()

/**
 * Keyboard control of rows: j and k from anywhere, arrows from a row, Enter opens, x selects, ? lists the
 * keys.
 */
export function useRowKeys() {
  const frame = useRef<HTMLDivElement>(null)
  const [isListed, setListed] = useState(false)
  useLoneKeys({
    acts: {
      j: () => move(frame.current, 1),
      k: () => move(frame.current, -1),
      x: () => select(rowInFocus()),
      '?': () => setListed(true),
    },
    tapped: 'jk',
    enabled: isScreenInFront,
  })
  return { frame, isListed, close: () => setListed(false) }
}

/** Only if the row itself has the focus; controls in the row handle their own keys. */
export function onRowKey(event: React.KeyboardEvent<HTMLElement>) {
  const row = event.currentTarget
  if (event.target !== row) return
  const acts: Record<string, () => void> = {
    Enter: () => open(row),
    ArrowDown: () => move(row.parentElement, 1),
    ArrowUp: () => move(row.parentElement, -1),
  }
  const act = acts[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
}
