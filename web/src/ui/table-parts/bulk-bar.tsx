import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from '#ui/table/data-table.module.css'
import { selectedCount } from '#ui/table/selection.ts'
import type { TableRows } from '#ui/table/use-rows.ts'

/** What a bulk action applies to: these ids, or everything that the filter matches except `except`. */
export type Chosen = {
  ids: string[]
  allMatching: boolean
  except: string[]
  count: number
  clear: () => void
}

type Props<Row extends object> = {
  rows: TableRows<Row>
  /** The number of matching rows; undefined if selecting all of them is not offered. */
  total: number | undefined
  actions: (chosen: Chosen) => ReactNode
}

export function BulkBar<Row extends object>({ rows, total, actions }: Props<Row>) {
  const { mode, ids } = rows.selection
  const all = mode === 'all-except'
  const count = selectedCount(rows.selection, total)
  const [picked, except] = all ? [[], [...ids]] : [[...ids], []]
  return (
    <section className={classes.bulk} aria-label={m.table_selected({ count })}>
      <span role="status">
        {all && except.length === 0
          ? m.table_all_matching({ count: formatNumber(count) })
          : m.table_selected({ count: formatNumber(count) })}
      </span>
      {total !== undefined && total > count && (
        <Button variant="subtle" size="compact-sm" onClick={rows.selectAllMatching}>
          {m.table_select_matching({ count: formatNumber(total) })}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={rows.clearSelection}>
        {m.table_clear_selection()}
      </Button>
      <div className={classes.barEnd} data-bulk>
        {actions({ ids: picked, allMatching: all, except, count, clear: rows.clearSelection })}
      </div>
    </section>
  )
}
