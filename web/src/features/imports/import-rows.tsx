import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messageText } from '#kernel/http/message-text.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { MoreButton } from '#ui/page/more-button.tsx'
import { useColumnTitles } from './import-column-titles.ts'
import { importRows, type RowKind, rowsVersion } from './import-queries.ts'
import { ImportTable } from './import-table.tsx'
import classes from './imports.module.css'

type Props = { record: AssetImport; kind: RowKind; problem?: string }

/** The rows of a kind or of one problem, page by page. */
export function Rows({ record, kind, problem }: Props) {
  const query = useInfiniteQuery(importRows(record._id, { kind, problem }, rowsVersion(record)))
  if (query.isPending) return <Loading />
  if (query.data === undefined)
    return <LoadFailed text={m.imports_rows_failed()} onRetry={() => void query.refetch()} />
  const rows = query.data.pages.flatMap((page) => page.rows)
  const isPartlyHidden = query.data.pages.some((page) => page.hidden)
  return (
    <>
      {isPartlyHidden && (
        <Text size="sm" c="dimmed">
          {m.imports_hidden()}
        </Text>
      )}
      {rows.length === 0 && !isPartlyHidden && (
        <Text size="sm" c="dimmed">
          {m.table_empty()}
        </Text>
      )}
      {kind === 'wrong' && rows.length > 0 && <ImportTable record={record} rows={rows} />}
      {kind !== 'wrong' && (
        <ul className={classes.list}>
          {rows.map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </ul>
      )}
      <MoreButton query={query} text={m.imports_more_rows()} variant="subtle" />
    </>
  )
}

function Row({ row }: { row: ImportRow }) {
  const { changes, values, problems } = row
  const { title, text } = useColumnTitles([...changes, ...values, ...problems].map(({ column }) => column))
  return (
    <li className={classes.row}>
      <span className={classes.number}>{m.imports_row({ number: formatNumber(row.row) })}</span>
      <div className={classes.what}>
        <RowTitle row={row} />
        {row.rfidTag !== null && <code>{row.rfidTag}</code>}
        {values.length > 0 && (
          <p className={classes.values}>
            {values.map(({ column, value }) => (
              <span key={column}>
                {title(column)}: <b>{text(column, value)}</b>
              </span>
            ))}
          </p>
        )}
        {changes.map(({ column, before, after }) => (
          <p key={column}>
            {title(column)}: <s>{text(column, before) || m.assets_nothing()}</s> {'→'}{' '}
            {after === '' ? <em>{m.imports_cleared()}</em> : <ins>{text(column, after)}</ins>}
          </p>
        ))}
        {problems.map(({ column, value, reason, ...by }) => (
          <p key={`${column} ${reason}`} className={classes.problem}>
            {title(column)}
            {value !== '' && <q>{value}</q>}: {messageText({ message: reason, ...by })}
          </p>
        ))}
      </div>
    </li>
  )
}

/** A link to the asset, if there is one. */
function RowTitle({ row: { assetId, assetTagId, assetName } }: { row: ImportRow }) {
  const title = [assetTagId, assetName].filter(Boolean).join(' ') || m.imports_no_name()
  return assetId === null ? (
    <strong>{title}</strong>
  ) : (
    <strong>
      <PanelLink id={assetId} inherit>
        {title}
      </PanelLink>
    </strong>
  )
}
