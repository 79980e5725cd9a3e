import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Heading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { ColumnHints } from '#ui/text/column-hints.tsx'
import classes from './print.module.css'

type Props<Data> = {
  title: string
  /** The default name of a saved PDF. */
  documentTitle: string
  /** A link back to the screen that is printed. */
  back: ReactNode
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  failure: string
  sheet: (data: Data) => ReactNode
}

/** A screen for printing; its buttons are not printed. */
export function PrintScreen<Data>({ title, documentTitle, back, query, failure, sheet }: Props<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Heading title={title} documentTitle={documentTitle} />
        <Group gap="sm" className={classes.buttons ?? ''}>
          {back}
          <Button
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            disabled={data === undefined}
            onClick={() => globalThis.print()}
          >
            {m.common_print()}
          </Button>
        </Group>
      </Group>
      {error !== null && (
        <LoadFailed
          text={failure}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && sheet(data)}
    </>
  )
}

/** The filter and the time, above the printed content. */
export function PrintedFacts({ children }: { children: ReactNode }) {
  return <p className={classes.facts}>{children}</p>
}

type Column<Row> = { id: string; header: () => string; hint?: () => string; cell: (row: Row) => ReactNode }

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The same column widths in all tables of a sheet. */
  isFixed?: boolean
}

/** A real table with a head, which browsers repeat on every printed page. */
export function PrintedTable<Row>({ label, columns, rows, rowId, isFixed = false }: TableProps<Row>) {
  return (
    <>
      <table
        className={classes.table}
        data-columns={columns.length > 12 ? 'many' : 'few'}
        data-fixed={isFixed || undefined}
        aria-label={label}
      >
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" data-column={id}>
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell }) => (
                <td key={id} data-column={id}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ColumnHints columns={columns} />
    </>
  )
}
