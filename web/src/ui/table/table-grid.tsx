import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { m } from '#texts'
import type { Column, ListFilter, SetListFilter } from './column.ts'
import classes from './data-table.module.css'
import type { TableRows } from './use-rows.ts'

type Sort = { filter: ListFilter; setFilter: SetListFilter }

export type ViewProps<Row extends object> = {
  rows: TableRows<Row>
  label: string
  sort: Sort
  /** How many rows to hint at while the first ones load. */
  loading: number
  /** The rows are those of before, while others load: they can be read, not selected. */
  dimmed: boolean
  rowName: ((row: Row) => string) | undefined
  /** The id of the row that is new. */
  marked: string | undefined
}

export function TableGrid<Row extends object>({
  rows,
  label,
  sort,
  loading,
  dimmed,
  rowName,
  marked,
}: ViewProps<Row>) {
  const { table, shown } = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label} aria-busy={dimmed || loading > 0}>
        <thead>
          <tr>
            {rowName && (
              <th className={classes.check} scope="col">
                <PageCheckbox rows={rows} disabled={dimmed} />
              </th>
            )}
            {shown.map((column) => (
              <HeadCell key={column.id} column={column} {...sort} />
            ))}
          </tr>
        </thead>
        <tbody className={dimmed ? classes.dimmed : undefined}>
          {loading > 0 && (
            <SkeletonRows rows={Math.min(loading, 10)} columns={shown.length + (rowName ? 1 : 0)} />
          )}
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-selected={row.getIsSelected() || undefined}
              data-marked={row.id === marked || undefined}
            >
              {rowName && (
                <td className={classes.check}>
                  <Checkbox
                    size="xs"
                    aria-label={m.table_select_row({ row: rowName(row.original) })}
                    disabled={dimmed}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {shown.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PageCheckboxProps<Row extends object> = { rows: TableRows<Row>; disabled: boolean }

function PageCheckbox<Row extends object>({ rows: { table }, disabled }: PageCheckboxProps<Row>) {
  const isAll = table.getIsAllRowsSelected()
  return (
    <Checkbox
      size="xs"
      aria-label={m.table_select_page()}
      disabled={disabled || table.getRowModel().rows.length === 0}
      checked={isAll}
      indeterminate={!isAll && table.getIsSomeRowsSelected()}
      onChange={table.getToggleAllRowsSelectedHandler()}
    />
  )
}

function HeadCell<Row>({ column, filter, setFilter }: { column: Column<Row> } & Sort) {
  if (column.sort === undefined) {
    return (
      <th scope="col" data-align={column.align}>
        {column.header()}
      </th>
    )
  }
  const direction = filter.sort === column.sort ? (filter.direction ?? 'asc') : undefined
  const Icon = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => setFilter({ sort: column.sort, direction: direction === 'asc' ? 'desc' : 'asc' })}
      >
        {column.header()}
        <Icon size={14} aria-hidden="true" data-idle={direction === undefined || undefined} />
      </button>
    </th>
  )
}

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const cells = Array.from({ length: columns }, (_, cell) => cell)
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <Skeleton h={12} w={`${55 + ((row * 7 + cell * 13) % 40)}%`} aria-hidden="true" />
        </td>
      ))}
    </tr>
  ))
}
