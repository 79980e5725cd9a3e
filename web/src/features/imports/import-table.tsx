import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { useQuery } from '@tanstack/react-query'
import { allStates } from '#features/assets/assets.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from './corrections.module.css'
import { type Problem, Reasons, WrongCell } from './import-cell.tsx'
import { useColumnTitles } from './import-column-titles.ts'
import { cellOf, isCorrectable } from './import-corrections.ts'

type Props = { record: AssetImport; rows: ImportRow[] }

const stateList = 'import-states'
const choiceList = (column: string) => `import-choices-${column.replace(':', '-')}`
const title = (headers: string[], at: number) => headers[at] || m.imports_column_unnamed({ number: at + 1 })

/** Wrong rows with the columns of the file; wrong cells are marked, and corrected in place if that is possible. */
export function ImportTable({ record, rows }: Props) {
  const { headers, columns } = record
  const { choices } = useColumnTitles(columns)
  const { data: states = [] } = useQuery({ ...allStates, enabled: isCorrectable(record) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className={classes.sheet} aria-label={m.imports_table()} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.imports_row_number()}</th>
            {headers.map((_header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same name
              <th key={at} scope="col">
                {title(headers, at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.row} record={record} row={row} />
          ))}
        </tbody>
      </table>
      <datalist id={stateList}>
        {states.map((state) => (
          <option key={state} value={state} />
        ))}
      </datalist>
      {columns.map((column) => {
        const labels = choices(column)
        return column === null || labels.length === 0 ? null : (
          <datalist key={column} id={choiceList(column)}>
            {labels.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
        )
      })}
    </section>
  )
}

function TableRow({ record, row }: { record: AssetImport; row: ImportRow }) {
  const { headers, columns } = record
  const { title: columnTitle, choices } = useColumnTitles(row.problems.map(({ column }) => column))
  const at = new Map<number | undefined, Problem[]>()
  for (const problem of row.problems) {
    const cell = cellOf(columns, row, problem.column)
    at.set(cell, [...(at.get(cell) ?? []), problem])
  }
  return (
    <tr>
      <th scope="row" data-title={m.imports_row_number()}>
        {formatNumber(row.row)}
        <Reasons problems={at.get(undefined) ?? []} title={columnTitle} />
      </th>
      {headers.map((_header, index) => {
        const problems = at.get(index) ?? []
        const value = row.cells[index] ?? ''
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same name
            key={index}
            data-title={title(headers, index)}
            data-wrong={problems.length > 0 || undefined}
            data-empty={(problems.length === 0 && value === '') || undefined}
          >
            {problems.length > 0 && isCorrectable(record) ? (
              <WrongCell
                record={record}
                row={row}
                at={index}
                problems={problems}
                list={listOf(columns[index] ?? null, choices)}
              />
            ) : (
              <>
                {value}
                <Reasons problems={problems} />
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}

const listOf = (column: string | null, choices: (column: string | null) => string[]) => {
  if (column === 'assetState') return stateList
  return column !== null && choices(column).length > 0 ? choiceList(column) : undefined
}
