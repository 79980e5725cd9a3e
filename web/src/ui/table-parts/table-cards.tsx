import { ActionIcon, Button, Checkbox, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { rowProps, type ViewProps } from '#ui/table/table-grid.tsx'
import classes from './table-cards.module.css'

const fewFields = 6

/** The same rows as cards, for screens too narrow for a table. */
export function TableCards<Row extends object>({
  rows,
  source,
  label,
  loading,
  dimmed,
  rowName,
  marked,
  panel,
}: ViewProps<Row>) {
  return (
    <ul key={source} className={classes.cards} aria-label={label} aria-busy={dimmed || loading > 0}>
      {loading > 0 &&
        [1, 2, 3].map((card) => (
          <li key={card} className={classes.card} aria-hidden="true">
            <div className={classes.compact}>
              <Skeleton h={44} w={44} flex="none" />
              <div className={classes.three}>
                <Skeleton h={14} w="60%" my={4} />
                <Skeleton h={12} w="45%" my={6} />
                <Skeleton h={12} w="80%" my={4} />
              </div>
            </div>
          </li>
        ))}
      {rows.listed.map(({ id, row, isSelected, toggle }) => (
        <li
          key={id}
          className={classes.card}
          data-dimmed={dimmed || undefined}
          {...rowProps({ panel, marked }, id, row)}
        >
          <Card columns={rows.shown} row={row}>
            {rowName && (
              <Checkbox
                size="md"
                classNames={{ root: classes.tick ?? '', input: classes.tickInput ?? '' }}
                aria-label={m.table_select_row({ row: rowName(row) })}
                disabled={dimmed}
                checked={isSelected}
                onChange={toggle}
              />
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

type CardProps<Row> = { columns: Column<Row>[]; row: Row; children: ReactNode }

const of = <Row,>(columns: Column<Row>[], role: Column<Row>['card']) =>
  columns.filter(({ card }) => card === role)

function Card<Row>(props: CardProps<Row>) {
  return of(props.columns, 'second').length > 0 ? <CompactCard {...props} /> : <FullCard {...props} />
}

/**
 * An image and three lines. A tap on the name opens the record; expanding the card shows the other columns.
 */
function CompactCard<Row>({ columns, row, children }: CardProps<Row>) {
  const [all, setAll] = useState(false)
  const fields = columns.filter(({ card }) => card === undefined)
  const shown = (role: Column<Row>['card']) =>
    of(columns, role).map(({ id, cell, onCard = cell }) => <span key={id}>{onCard(row)}</span>)
  return (
    <>
      <div className={classes.compact}>
        {shown('picture')}
        <div className={classes.three}>
          <div className={classes.cardTitle}>{shown('title')}</div>
          <div className={classes.second}>{shown('second')}</div>
          <div className={classes.third} data-one-line>
            {shown('third')}
          </div>
        </div>
        <div className={classes.cardEnd}>
          {children}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-expanded={all}
            aria-label={all ? m.table_show_fewer_fields() : m.table_show_all_fields({ count: fields.length })}
            onClick={() => setAll(!all)}
          >
            {all ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
          </ActionIcon>
        </div>
      </div>
      {all && (
        <>
          <Fields columns={fields} row={row} />
          <Actions columns={columns} row={row} />
        </>
      )}
    </>
  )
}

function Fields<Row>({ columns, row }: Omit<CardProps<Row>, 'children'>) {
  return (
    <dl className={classes.fields}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt title={column.hint?.()}>{column.header()}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions<Row>({ columns, row }: Omit<CardProps<Row>, 'children'>) {
  const actions = of(columns, 'actions')
  if (actions.length === 0) return null
  return (
    <div className={classes.cardActions}>
      {actions.map((column) => (
        <Fragment key={column.id}>{column.cell(row)}</Fragment>
      ))}
    </div>
  )
}

function FullCard<Row>({ columns, row, children }: CardProps<Row>) {
  const [all, setAll] = useState(false)
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const fields = columns.filter((column) => column !== title && column.card !== 'actions')
  return (
    <>
      <div className={classes.cardTop}>
        <div className={classes.cardTitle}>{title?.cell(row)}</div>
        {children}
      </div>
      <Fields columns={all ? fields : fields.slice(0, fewFields)} row={row} />
      {fields.length > fewFields && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? m.table_show_fewer_fields() : m.table_show_all_fields({ count: fields.length })}
        </Button>
      )}
      <Actions columns={columns} row={row} />
    </>
  )
}
