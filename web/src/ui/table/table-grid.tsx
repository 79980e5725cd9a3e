import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEventHandler } from 'react'
import { m } from '#texts'
import type { Column, Length, ListFilter, SetListFilter } from './column.ts'
import { onWidthKey, WidthHandle, widthStyle } from './column-width.tsx'
import classes from './table-grid.module.css'
import { onRowKey } from './use-row-keys.ts'
import type { TableRows } from './use-rows.ts'

type Sort = { filter: ListFilter; setFilter: SetListFilter; length: Length }

export type ViewProps<Row extends object> = {
  rows: TableRows<Row>
  /** Rows of another source are new ones, so that none of them moves across the screen. */
  source: string
  label: string
  sort: Sort
  /** The number of skeleton rows during the first load. */
  loading: number
  /** Shows the previous rows while others load: they can be read but not selected. */
  dimmed: boolean
  rowName: ((row: Row) => string) | undefined
  /** The id of a new row. */
  marked: string | undefined
  /** The id of the record whose panel a row opens, and the id of the open one. */
  panel: { of: ((row: Row) => string) | undefined; open: string | undefined }
}

/** Attributes of a row of either view: it can get the focus, and the one in the panel is marked. */
export function rowProps<Row extends object>(
  { panel, marked }: Pick<ViewProps<Row>, 'panel' | 'marked'>,
  id: string,
  row: Row,
) {
  const opens = panel.of?.(row)
  const isOpen = opens !== undefined && opens === panel.open
  return {
    'data-row': true,
    'data-panel': opens,
    'data-open': isOpen || undefined,
    'data-marked': id === marked || undefined,
    'aria-current': isOpen || undefined,
    tabIndex: -1,
    onKeyDown: onRowKey,
  }
}

export function TableGrid<Row extends object>({
  rows,
  source,
  label,
  sort,
  loading,
  dimmed,
  rowName,
  marked,
  panel,
}: ViewProps<Row>) {
  const { listed, shown } = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable with the keyboard
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
              <HeadCell key={column.id} rows={rows} column={column} {...sort} />
            ))}
          </tr>
        </thead>
        <tbody key={source} className={dimmed ? classes.dimmed : undefined}>
          {loading > 0 && (
            <SkeletonRows rows={Math.min(loading, 10)} columns={shown} isSelectable={rowName !== undefined} />
          )}
          {listed.map(({ id, row, isSelected, toggle }) => (
            <tr key={id} data-selected={isSelected || undefined} {...rowProps({ panel, marked }, id, row)}>
              {rowName && (
                <CheckCell name={rowName(row)} disabled={dimmed} checked={isSelected} onChange={toggle} />
              )}
              {shown.map((column) => (
                <td
                  key={column.id}
                  data-align={column.align}
                  data-actions={column.card === 'actions' || undefined}
                  data-yields={column.yields}
                  style={widthStyle(rows.widthOf(column.id))}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CheckProps = { name: string; disabled: boolean; checked: boolean; onChange: () => void }

function CheckCell({ name, ...props }: CheckProps) {
  return (
    <td className={classes.check}>
      <Checkbox
        size="xs"
        classNames={{ input: classes.tick ?? '' }}
        aria-label={m.table_select_row({ row: name })}
        {...props}
      />
    </td>
  )
}

type PageCheckboxProps<Row extends object> = { rows: TableRows<Row>; disabled: boolean }

function PageCheckbox<Row extends object>({ rows, disabled }: PageCheckboxProps<Row>) {
  return (
    <Checkbox
      size="xs"
      classNames={{ input: classes.tick ?? '' }}
      aria-label={m.table_select_page()}
      disabled={disabled || rows.listed.length === 0}
      checked={rows.isPageSelected}
      indeterminate={rows.isPagePartlySelected}
      onChange={(event) => rows.selectPage(event.currentTarget.checked)}
    />
  )
}

type HeadProps<Row extends object> = { rows: TableRows<Row>; column: Column<Row> } & Sort

function HeadCell<Row extends object>({ rows, column, ...sort }: HeadProps<Row>) {
  const { filter } = sort
  const isSorted = column.sort !== undefined && filter.sort === column.sort
  const sorted = filter.direction === 'desc' ? 'descending' : 'ascending'
  const setWidth = (width: number, how: 'while-dragging' | 'keep') => rows.setWidth(column.id, width, how)
  return (
    <th
      scope="col"
      data-align={column.align}
      data-actions={column.card === 'actions' || undefined}
      data-yields={column.yields}
      aria-sort={column.sort === undefined ? undefined : isSorted ? sorted : 'none'}
      style={widthStyle(rows.widthOf(column.id))}
    >
      {column.sort === undefined ? (
        <span title={column.hint?.()}>{column.header()}</span>
      ) : (
        <SortButton
          column={column}
          {...sort}
          direction={isSorted ? (filter.direction ?? 'asc') : undefined}
          onKeyDown={(event) => onWidthKey(event, setWidth)}
        />
      )}
      <WidthHandle setWidth={setWidth} />
    </th>
  )
}

type SortButtonProps<Row> = Omit<Sort, 'filter'> & {
  column: Column<Row>
  direction: 'asc' | 'desc' | undefined
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

function SortButton<Row>({ column, setFilter, length, direction, onKeyDown }: SortButtonProps<Row>) {
  const reason = column.unsorted?.(length)
  const Icon = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown
  const sort = () =>
    reason === undefined && setFilter({ sort: column.sort, direction: direction === 'asc' ? 'desc' : 'asc' })
  return (
    <button
      type="button"
      className={classes.sort}
      aria-disabled={reason !== undefined}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      title={reason ?? column.hint?.()}
      onClick={sort}
      onKeyDown={onKeyDown}
    >
      {column.header()}
      {reason === undefined && (
        <Icon size={14} aria-hidden="true" data-idle={direction === undefined || undefined} />
      )}
    </button>
  )
}

type SkeletonProps<Row> = { rows: number; columns: Column<Row>[]; isSelectable: boolean }

/** Rows of the same height as those to come, with a checkbox, a tile and texts where they will be. */
function SkeletonRows<Row>({ rows, columns, isSelectable }: SkeletonProps<Row>) {
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr key={row}>
      {isSelectable && (
        <td className={classes.check}>
          <Skeleton h={16} w={16} aria-hidden="true" />
        </td>
      )}
      {columns.map(({ id, card, align, yields }, cell) => (
        <td key={id} data-align={align} data-yields={yields}>
          {card === 'picture' ? (
            <Skeleton h={36} w={36} aria-hidden="true" />
          ) : (
            <Skeleton h={12} w={`${55 + ((row * 7 + cell * 13) % 40)}%`} aria-hidden="true" />
          )}
        </td>
      ))}
    </tr>
  ))
}
