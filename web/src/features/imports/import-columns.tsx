import { type AssetImport, type ImportColumn, importColumns } from '@ats/contract/imports.ts'
import { Button, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { m } from '#texts'
import { toast } from '#ui/toast.ts'
import { columnTitle } from './import-column-titles.ts'
import { useMatchColumns } from './import-queries.ts'
import classes from './imports.module.css'

const names = Object.keys(importColumns) as ImportColumn[]

/** What each column of the file holds. Matched by itself; the person can put it right, and it is remembered. */
export function ImportColumns({ record }: { record: AssetImport }) {
  const unread = record.columns.filter((column) => column === null).length
  const [open, setOpen] = useState(unread > 0)
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby="import-columns">
      <div className={classes.between}>
        <Title order={2} fz="md" id="import-columns">
          {m.imports_columns()}
        </Title>
        <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? m.imports_columns_hide() : m.imports_columns_show()}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {unread === 0 ? m.imports_columns_all() : m.imports_columns_some({ count: unread })}
      </Text>
      {open && <ColumnChoices record={record} />}
    </Paper>
  )
}

function ColumnChoices({ record }: { record: AssetImport }) {
  const [columns, setColumns] = useState(record.columns)
  const [busy, setBusy] = useState(false)
  const match = useMatchColumns(record._id)
  const changed = columns.some((column, at) => column !== record.columns[at])
  const choose = (at: number, column: ImportColumn | null) =>
    setColumns(columns.map((before, index) => (index === at ? column : before === column ? null : before)))
  const check = async () => {
    setBusy(true)
    try {
      await match(columns)
    } catch (error) {
      toast.failure(m.imports_match_failed(), messageOf(error, ''))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={classes.columns}>
        {record.headers.map((header, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one name
            key={at}
            label={header || m.imports_column_unnamed({ number: at + 1 })}
            value={columns[at] ?? ''}
            data={[
              { value: '', label: m.imports_column_unread() },
              ...names.map((name) => ({ value: name, label: columnTitle(name) })),
            ]}
            onChange={(event) => choose(at, (event.currentTarget.value || null) as ImportColumn | null)}
          />
        ))}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-disabled={!changed || busy}
          onClick={() => changed && !busy && void check()}
        >
          {m.imports_check_again()}
        </Button>
      </div>
    </>
  )
}
