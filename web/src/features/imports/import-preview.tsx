import type { AssetImport, ImportRow } from '@ats/contract/imports.ts'
import { Button, Paper, Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { flatTexts } from '#kernel/master-texts.ts'
import { messageText } from '#kernel/message-text.ts'
import { m } from '#texts'
import { HelpLink } from '#ui/help-link.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { columnTitle } from './import-column-titles.ts'
import { importRows, type RowKind } from './import-queries.ts'
import classes from './imports.module.css'

const kinds: [RowKind, () => string][] = [
  ['kept', m.imports_kind_kept],
  ['wrong', m.imports_kind_wrong],
  ['changed', m.imports_kind_changed],
  ['new', m.imports_kind_new],
  ['unchanged', m.imports_kind_unchanged],
]

/** How many rows of each kind there are, and the rows; what needs a look comes first. */
export function ImportPreview({ record }: { record: AssetImport }) {
  const counts = { ...record.counts, kept: record.kept }
  const shown = kinds.filter(([kind]) => (kind === 'kept' ? record.kept > 0 : record.status !== 'cancelled'))
  const first = shown.find(([kind]) => counts[kind] > 0)?.[0] ?? 'new'
  const [chosen, setKind] = useState<RowKind>()
  const kind = chosen ?? first
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby="import-preview">
      <Title order={2} fz="md" id="import-preview">
        {record.finishedAt === null ? m.imports_preview() : m.imports_result()}
      </Title>
      <Creates record={record} />
      <Tabs value={kind} onChange={(next) => setKind((next ?? first) as RowKind)} keepMounted={false}>
        <Tabs.List aria-label={m.imports_kinds()} className={classes.tabs ?? ''}>
          {shown.map(([name, label]) => (
            <Tabs.Tab key={name} value={name} className={classes.tab ?? ''}>
              {label()} <strong className={classes.count}>{formatNumber(counts[name])}</strong>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name]) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            <Rows record={record} kind={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  )
}

function Creates({ record: { status, creates, createsTotal } }: { record: AssetImport }) {
  if (status !== 'ready' || createsTotal === 0) return null
  const few = creates.slice(0, 12)
  return (
    <div className={classes.creates}>
      <Text size="sm" fw={500}>
        {m.imports_creates({ count: formatNumber(createsTotal) })}
      </Text>
      <ul className={classes.names}>
        {few.map(({ kind, name, rows }) => (
          <li key={`${kind} ${name}`}>
            {flatTexts[kind].label()}: <strong>{name}</strong>{' '}
            {m.imports_creates_rows({ count: formatNumber(rows) })}
          </li>
        ))}
        {createsTotal > few.length && (
          <li>{m.imports_creates_more({ count: formatNumber(createsTotal - few.length) })}</li>
        )}
      </ul>
    </div>
  )
}

function Rows({ record, kind }: { record: AssetImport; kind: RowKind }) {
  const version = `${record.status} ${Object.values(record.counts).join()} ${record.kept} ${record.columns.join()}`
  const query = useInfiniteQuery(importRows(record._id, kind, version))
  if (query.isPending) return <Loading />
  if (query.data === undefined)
    return <LoadFailed text={m.imports_rows_failed()} onRetry={() => void query.refetch()} />
  const rows = query.data.pages.flatMap((page) => page.rows)
  const isPartlyHidden = query.data.pages.some((page) => page.hidden)
  return (
    <>
      {kind === 'wrong' && rows.length > 0 && <HelpLink answer="import-errors">{m.help_q_import()}</HelpLink>}
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
      <ul className={classes.list}>
        {rows.map((row) => (
          <Row key={row.row} row={row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
        >
          {m.imports_more_rows()}
        </Button>
      )}
    </>
  )
}

function Row({ row: { row, rfidTag, assetTagId, assetName, changes, problems } }: { row: ImportRow }) {
  return (
    <li className={classes.row}>
      <span className={classes.number}>{m.imports_row({ number: formatNumber(row) })}</span>
      <div className={classes.what}>
        <strong>{[assetTagId, assetName].filter(Boolean).join(' ') || m.imports_no_name()}</strong>
        {rfidTag !== null && <code>{rfidTag}</code>}
        {changes.map(({ column, before, after }) => (
          <p key={column}>
            {columnTitle(column)}: <s>{before || m.assets_nothing()}</s> {'→'}{' '}
            {after === '' ? <em>{m.imports_cleared()}</em> : <ins>{after}</ins>}
          </p>
        ))}
        {problems.map(({ column, value, reason, ...by }) => (
          <p key={`${column} ${reason}`} className={classes.problem}>
            {columnTitle(column)}
            {value !== '' && <q>{value}</q>}: {messageText({ message: reason, ...by })}
          </p>
        ))}
      </div>
    </li>
  )
}
