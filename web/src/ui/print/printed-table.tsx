import type { ReactNode } from 'react'
import type { Column } from '#ui/table/column.ts'
import { ColumnHints } from '#ui/text/column-hints.tsx'
import classes from './print.module.css'
import { WholeWords } from './whole-words.tsx'

type Printed<Row> = Pick<Column<Row>, 'id' | 'header' | 'hint' | 'cell' | 'align' | 'onPaper'>

type Props<Row> = {
  label: string
  columns: readonly Printed<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

const wholeWordsOf = (cell: ReactNode) => (typeof cell === 'string' ? <WholeWords text={cell} /> : cell)

/** A table whose head browsers repeat on every printed page. */
export function PrintedTable<Row>({ label, columns, rows, rowId }: Props<Row>) {
  return (
    <>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell, align, onPaper }) => (
                <td key={id} data-align={align}>
                  {wholeWordsOf(typeof onPaper === 'function' ? onPaper(row) : cell(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ColumnHints columns={columns} px={0} />
    </>
  )
}
