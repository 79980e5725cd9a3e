import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { m } from '#texts'
import classes from '#ui/table/data-table.module.css'
import type { TableRows } from '#ui/table/use-rows.ts'

/** What a bulk action works on: these ids, or everything the filter matches. */
export type Chosen = { ids: string[]; allMatching: boolean; count: number; clear: () => void }

type Props<Row extends object> = {
  rows: TableRows<Row>
  /** How many match in all; undefined where taking them all is not offered. */
  total: number | undefined
  actions: (chosen: Chosen) => ReactNode
}

export function BulkBar<Row extends object>({ rows, total, actions }: Props<Row>) {
  const [allMatching, setAllMatching] = useState(false)
  const ids = [...rows.selected]
  const all = allMatching && total !== undefined
  const count = all ? total : ids.length
  return (
    <section className={classes.bulk} aria-label={m.table_selected({ count })}>
      <span role="status">
        {all
          ? m.table_all_matching({ count: formatNumber(count) })
          : m.table_selected({ count: formatNumber(count) })}
      </span>
      {!all && total !== undefined && total > ids.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAllMatching(true)}>
          {m.table_select_matching({ count: formatNumber(total) })}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={rows.clearSelection}>
        {m.table_clear_selection()}
      </Button>
      <div className={classes.barEnd}>
        {actions({ ids, allMatching: all, count, clear: rows.clearSelection })}
      </div>
    </section>
  )
}
