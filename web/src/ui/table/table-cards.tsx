import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { m } from '#texts'
import type { Column } from './column.ts'
import classes from './table-cards.module.css'
import type { ViewProps } from './table-grid.tsx'

const fewFields = 6

/** The same rows as a list of cards, for a screen too narrow for a table. */
export function TableCards<Row extends object>({
  rows,
  label,
  sort,
  loading,
  dimmed,
  rowName,
  marked,
}: ViewProps<Row>) {
  return (
    <>
      <SortChoice columns={rows.ordered} {...sort} />
      <ul className={classes.cards} aria-label={label} aria-busy={dimmed || loading > 0}>
        {loading > 0 &&
          [1, 2, 3].map((card) => (
            <li key={card} className={classes.card} aria-hidden="true">
              <Skeleton h={16} w="60%" mb="sm" />
              <Skeleton h={12} mb="xs" />
              <Skeleton h={12} w="80%" />
            </li>
          ))}
        {rows.table.getRowModel().rows.map((row) => (
          <li
            key={row.id}
            className={classes.card}
            data-dimmed={dimmed || undefined}
            data-marked={row.id === marked || undefined}
          >
            <Card columns={rows.shown} row={row.original}>
              {rowName && (
                <Checkbox
                  aria-label={m.table_select_row({ row: rowName(row.original) })}
                  disabled={dimmed}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              )}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

type CardProps<Row> = { columns: Column<Row>[]; row: Row; children: React.ReactNode }

function Card<Row>({ columns, row, children }: CardProps<Row>) {
  const [all, setAll] = useState(false)
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const actions = columns.filter((column) => column.card === 'actions')
  const fields = columns.filter((column) => column !== title && column.card !== 'actions')
  const folded = fields.length > fewFields
  return (
    <>
      <div className={classes.cardTop}>
        <div className={classes.cardTitle}>{title?.cell(row)}</div>
        {children}
      </div>
      <dl className={classes.fields}>
        {(all ? fields : fields.slice(0, fewFields)).map((column) => (
          <div key={column.id}>
            <dt>{column.header()}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {folded && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? m.table_show_fewer_fields() : m.table_show_all_fields({ count: fields.length })}
        </Button>
      )}
      {actions.length > 0 && (
        <div className={classes.cardActions}>{actions.map((column) => column.cell(row))}</div>
      )}
    </>
  )
}

function SortChoice<Row>({
  columns,
  filter,
  setFilter,
}: { columns: Column<Row>[] } & ViewProps<object>['sort']) {
  const sortable = columns.filter((column) => column.sort !== undefined)
  if (sortable.length === 0) return null
  const value = filter.sort === undefined ? '' : `${filter.sort} ${filter.direction ?? 'asc'}`
  const choices = sortable.flatMap((column) => [
    { value: `${column.sort} asc`, label: `${column.header()} ↑ ${m.table_sorted_ascending()}` },
    { value: `${column.sort} desc`, label: `${column.header()} ↓ ${m.table_sorted_descending()}` },
  ])
  return (
    <div className={classes.sortChoice}>
      <NativeSelect
        label={m.table_sort_by()}
        size="sm"
        data={value === '' ? [{ value: '', label: m.form_choose() }, ...choices] : choices}
        value={value}
        onChange={(event) => {
          const [sort, direction] = event.currentTarget.value.split(' ')
          setFilter({ sort, direction: direction === 'desc' ? 'desc' : 'asc' })
        }}
      />
    </div>
  )
}
