import { useState } from 'react'
import type { Column } from './column.ts'
import { untouchedColumns, useKeptColumns } from './kept-columns.ts'
import { everythingSelected, isSelected, nothingSelected, withRows } from './selection.ts'
import { useStateOf } from './state-of.ts'

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
  const { kept, keep, ordered, isShown, shown } = useKeptColumns(name, columns)
  const [selection, setSelection] = useStateOf(source, nothingSelected)

  const [dragged, setDragged] = useState<Record<string, number>>()
  const widths = { ...kept.widths, ...dragged }

  const select = (ids: readonly string[], isWanted: boolean) =>
    setSelection((before) => withRows(before, ids, isWanted))
  const listed = rows.map((row) => {
    const id = rowId(row)
    const isTicked = isSelected(selection, id)
    return { id, row, isSelected: isTicked, toggle: () => select([id], !isTicked) }
  })
  const isPageSelected = listed.length > 0 && listed.every(({ isSelected }) => isSelected)

  return {
    listed,
    shown,
    ordered,
    isShown,
    show: (id: string, shown: boolean) => keep({ ...kept, shown: { ...kept.shown, [id]: shown } }),
    move: (id: string, by: -1 | 1) => keep({ ...kept, order: moved(ordered, id, by) }),
    restore: () => keep(untouchedColumns),
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

function moved<Row>(columns: Column<Row>[], id: string, by: -1 | 1): string[] {
  const order = columns.map((column) => column.id)
  const from = order.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= order.length) return order
  const next = [...order]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
