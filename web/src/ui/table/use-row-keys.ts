import { type RefObject, useEffect, useRef } from 'react'
import { showInPanel } from '#kernel/address/list-steps.ts'
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
  if (row?.dataset.panel !== undefined) showInPanel(row.dataset.panel)
}

/** The open panel has its own keys for the previous and the next record. */
const isPanelStepping = () => document.querySelector('[data-steps]') !== null

/** A row opens through its first link. */
const open = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href], [data-opens]')?.click()
const select = (row: HTMLElement | null) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)')?.click()

/** Actions on one row, by their key. */
export type RowKeys<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** With selected rows the key presses its button in the bar; without, it acts on the focused row. */
function act<Row>(frame: HTMLElement | null, key: string, rows: readonly Row[], keys: RowKeys<Row>) {
  const button = frame?.querySelector<HTMLElement>(`[data-bulk] [aria-keyshortcuts="${key}"]`)
  if (button) return button.click()
  // The panel next to the list has its own actions.
  if (document.querySelector(`[data-side-panel] [aria-keyshortcuts="${key}"]`) !== null) return
  const focused = rowInFocus()
  const row = focused === null ? undefined : rows[rowsOf(frame).indexOf(focused)]
  if (row !== undefined) keys[key]?.(row)
}

/**
 * Keyboard control of rows: j and k from anywhere, arrows from a row, Enter opens, x selects. Lists add keys
 * for the actions on their rows. An open panel follows.
 */
export function useRowKeys<Row>(rows: readonly Row[], keys: RowKeys<Row> = {}) {
  const frame = useRef<HTMLDivElement>(null)
  useLoneKeys({
    acts: {
      j: () => isPanelStepping() || move(frame.current, 1),
      k: () => isPanelStepping() || move(frame.current, -1),
      x: () => select(rowInFocus()),
      ...Object.fromEntries(Object.keys(keys).map((key) => [key, () => act(frame.current, key, rows, keys)])),
    },
    tapped: 'jk',
    enabled: isScreenInFront,
  })
  return frame
}

/** The row of the record in the panel stays in view, and the focus moves with it if it is in a row. */
export function useFollowOpenRow(frame: RefObject<HTMLElement | null>, open: string | undefined) {
  useEffect(() => {
    if (open === undefined) return
    const row = frame.current?.querySelector<HTMLElement>('[data-open]')
    row?.scrollIntoView({ block: 'nearest' })
    const focused = rowInFocus()
    if (row && focused !== null && focused !== row && frame.current?.contains(focused)) row.focus()
  }, [frame, open])
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
