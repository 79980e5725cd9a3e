import { IconArrowsSort } from '@tabler/icons-react'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import type { ViewProps } from '#ui/table/table-grid.tsx'
import classes from './sort-choice.module.css'

type Props<Row extends object> = { columns: Column<Row>[]; sort: ViewProps<Row>['sort'] }

/** The sort order of a list of cards, which has no column headings. */
export function SortChoice<Row extends object>({ columns, sort }: Props<Row>) {
  const { filter, setFilter, length } = sort
  const sortable = columns.filter(
    (column) => column.sort !== undefined && column.unsorted?.(length) === undefined,
  )
  if (sortable.length === 0) return null
  const value = filter.sort === undefined ? '' : `${filter.sort} ${filter.direction ?? 'asc'}`
  return (
    <span className={classes.choice}>
      <IconArrowsSort size={16} aria-hidden="true" />
      <select
        aria-label={m.table_sort_by()}
        value={value}
        onChange={(event) => {
          const [by, direction] = event.currentTarget.value.split(' ')
          setFilter({ sort: by, direction: direction === 'desc' ? 'desc' : 'asc' })
        }}
      >
        {value === '' && <option value="">{m.form_choose()}</option>}
        {sortable.flatMap((column) => [
          <option key={`${column.id} asc`} value={`${column.sort} asc`}>
            {column.header()} ↑ {m.table_sorted_ascending()}
          </option>,
          <option key={`${column.id} desc`} value={`${column.sort} desc`}>
            {column.header()} ↓ {m.table_sorted_descending()}
          </option>,
        ])}
      </select>
    </span>
  )
}
