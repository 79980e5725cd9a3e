/** Rows that a person selected one by one, or everything that the filter matches except some rows. */
export type Selection = { mode: 'these' | 'all-except'; ids: readonly string[] }

export const nothingSelected: Selection = { mode: 'these', ids: [] }
export const everythingSelected: Selection = { mode: 'all-except', ids: [] }

export const isSelected = ({ mode, ids }: Selection, id: string) => ids.includes(id) === (mode === 'these')

/** Selects or deselects rows. After 'all matching', a deselected row is an exception. */
export function withRows(selection: Selection, rows: readonly string[], wanted: boolean): Selection {
  const others = selection.ids.filter((id) => !rows.includes(id))
  const isListed = wanted === (selection.mode === 'these')
  return { mode: selection.mode, ids: isListed ? [...others, ...rows] : others }
}

/** Whether there is a selection to clear. */
export const isAnySelected = ({ mode, ids }: Selection) => mode === 'all-except' || ids.length > 0

/** The number of selected rows; `total` is the number of matching rows. */
export const selectedCount = ({ mode, ids }: Selection, total: number | undefined) =>
  mode === 'these' ? ids.length : Math.max(0, (total ?? 0) - ids.length)
