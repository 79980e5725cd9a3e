import { useMemo, useState } from 'react'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { useSession } from '#kernel/session/session.ts'
import type { Column } from './column.ts'
import { everythingSelected, isSelected, nothingSelected, withRows } from './selection.ts'
import { useStateOf } from './state-of.ts'

type KeptColumns = { order: string[]; shown: Record<string, boolean>; widths?: Record<string, number> }
const untouched: KeptColumns = { order: [], shown: {} }

type Setup<Row> = {
  name: string
  columns: Column<Row>[]
  rows: Row[]
  rowId: (row: Row) => string
  /** Identifies the set of rows; another one clears the selection. */
  source: string
}

/** The table's model: rows, visible columns in the chosen order, and the selection. */
export function useRows<Row extends object>({ name, columns, rows, rowId, source }: Setup<Row>) {
  const person = useSession()?.user._id ?? ''
  const [kept, keep] = useLocalSetting<KeptColumns>(`columns:${person}:${name}`, untouched)
  const [selection, setSelection] = useStateOf(source, nothingSelected)

  const [dragged, setDragged] = useState<Record<string, number>>()
  const widths = { ...kept.widths, ...dragged }

  const columnOrder = useMemo(() => fullOrder(columns, kept.order), [columns, kept.order])
  const columnVisibility = useMemo(() => visibility(columns, kept.shown), [columns, kept.shown])

  const select = (ids: readonly string[], isWanted: boolean) =>
    setSelection((before) => withRows(before, ids, isWanted))
  const listed = rows.map((row) => {
    const id = rowId(row)
    const isTicked = isSelected(selection, id)
    return { id, row, isSelected: isTicked, toggle: () => select([id], !isTicked) }
  })
  const isPageSelected = listed.length > 0 && listed.every(({ isSelected }) => isSelected)
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const known = (id: string) => byId.get(id) as Column<Row>

  return {
    listed,
    shown: columnOrder.filter((id) => columnVisibility[id] !== false).map(known),
    ordered: columnOrder.map(known),
    isShown: (id: string) => columnVisibility[id] !== false,
    show: (id: string, shown: boolean) => keep({ ...kept, shown: { ...kept.shown, [id]: shown } }),
    move: (id: string, by: -1 | 1) => keep({ ...kept, order: moved(columnOrder, id, by) }),
    restore: () => keep(untouched),
    widthOf: (id: string): number | undefined => widths[id],
    setWidth: (id: string, width: number, how: 'while-dragging' | 'keep') => {
      setDragged(how === 'keep' ? undefined : { [id]: width })
      if (how === 'keep') keep({ ...kept, widths: { ...kept.widths, [id]: width } })
    },
    selection,
    isPageSelected,
    isPagePartlySelected: !isPageSelected && listed.some(({ isSelected }) => isSelected),
    selectPage: (isWanted: boolean) =>
      select(
        listed.map(({ id }) => id),
        isWanted,
      ),
    selectAllMatching: () => setSelection(everythingSelected),
    clearSelection: () => setSelection(nothingSelected),
  }
}

export type TableRows<Row extends object> = ReturnType<typeof useRows<Row>>

/** Columns that were added after the person chose an order are appended in their default order. */
function fullOrder<Row>(columns: Column<Row>[], kept: string[]): string[] {
  const ids = columns.map((column) => column.id)
  return [...kept.filter((id) => ids.includes(id)), ...ids.filter((id) => !kept.includes(id))]
}

function visibility<Row>(columns: Column<Row>[], shown: Record<string, boolean>): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hidden }) => [id, hidden === 'never' || (shown[id] ?? hidden !== 'at-first')]),
  )
}

function moved(order: string[], id: string, by: -1 | 1): string[] {
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return order
  const next = [...order]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
