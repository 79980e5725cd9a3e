import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import classes from './tagging.module.css'

type LoadedProps<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

/** A part of the page that loads on its own. */
export function Loaded<T>({ query: { data, error, refetch }, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error === null) return <Loading />
  return (
    <LoadFailed
      text={m.tagging_view_failed()}
      detail={messageOf(error, '') || undefined}
      onRetry={() => void refetch()}
    />
  )
}

type Props = {
  label: string
  headers: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  none: string
}

/** A short table that is read as a whole. */
export function Figures({ label, headers, rows, none }: Props) {
  if (rows.length === 0) return <p className={classes.quiet}>{none}</p>
  return (
    <table className={classes.rows} aria-label={label}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {headers.map((header, at) => (
              <td key={header}>{cells[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
