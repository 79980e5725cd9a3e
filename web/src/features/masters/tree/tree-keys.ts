import type { KeyboardEvent } from 'react'
import { isGoing } from '#kernel/scanner/go-keys.ts'

export type TreeKeys = {
  open: (id: string, isOpen: boolean) => void
  add: () => void
  rename: () => void
  move: () => void
  remove: () => void
}

const rows = (tree: Element) => [...tree.querySelectorAll<HTMLElement>('[role=treeitem][data-id]')]
const levelOf = (row: Element) => Number(row.getAttribute('aria-level'))

/** The row that an arrow key moves to; undefined if it expands or collapses instead, or there is none. */
function rowAt(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  const row = all[at]
  if (row === undefined) return undefined
  const isOpen = row.getAttribute('aria-expanded') === 'true'
  const above = () => all.slice(0, at).findLast((one) => levelOf(one) < levelOf(row))
  const steps: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => all[at + 1],
    ArrowUp: () => all[at - 1],
    Home: () => all[0],
    End: () => all.at(-1),
    ArrowRight: () => (isOpen ? all[at + 1] : undefined),
    ArrowLeft: () => (isOpen ? undefined : above()),
  }
  return steps[key]?.()
}

/** Whether a key expands or collapses a place; null for all other keys. */
function opening(key: string, isOpen: boolean): boolean | null {
  if (key === 'Enter' || key === ' ') return !isOpen
  if (key === 'ArrowRight' && !isOpen) return true
  return key === 'ArrowLeft' && isOpen ? false : null
}

/** A key that follows a letter faster than this comes from a reader, not a person. */
const scanMs = 200
let lastLetterAt = Number.NEGATIVE_INFINITY

/** The keys of the ARIA tree pattern, and those that edit the tree. */
export function onTreeKey(event: KeyboardEvent<HTMLElement>, keys: TreeKeys) {
  const row = (event.target as Element).closest<HTMLElement>('[data-id]')
  if (row !== event.target || event.ctrlKey || event.metaKey || event.altKey) return
  const isScanned = event.timeStamp - lastLetterAt < scanMs && /^(.|Enter)$/.test(event.key)
  if (event.key.length === 1) lastLetterAt = event.timeStamp
  if (isScanned || isGoing(event.timeStamp)) return
  const all = rows(event.currentTarget)
  const next = rowAt(event.key, all, all.indexOf(row))
  const expanded = row.getAttribute('aria-expanded')
  const toOpen = expanded === null ? null : opening(event.key, expanded === 'true')
  const acts: Record<string, () => void> = {
    Insert: keys.add,
    F2: keys.rename,
    Delete: keys.remove,
    a: keys.add,
    m: keys.move,
  }
  const act = acts[event.key]
  if (next === undefined && toOpen === null && act === undefined) return
  event.preventDefault()
  next?.focus()
  if (toOpen !== null && next === undefined) keys.open(row.dataset.id ?? '', toOpen)
  act?.()
}
