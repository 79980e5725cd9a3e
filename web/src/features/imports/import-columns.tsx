import {
  type BuiltInColumn,
  type ImportColumn,
  importColumns,
  isOwnColumn,
} from '@ats/contract/import-columns.ts'
import type { AssetImport } from '@ats/contract/imports.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFact } from '@ats/contract/own-fields/types.ts'
import { Button, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownFieldLabel, ownFieldList } from '#features/own-fields/own-fields.ts'
import { m } from '#texts'
import type { Answers } from './import-answers.ts'
import { useColumnTitles } from './import-column-titles.ts'
import classes from './imports.module.css'

const names = Object.keys(importColumns) as BuiltInColumn[]

type Props = { record: AssetImport; answers: Answers }

/**
 * The meaning of each column of the file. Columns are matched automatically; corrections by the person are
 * remembered.
 */
export function ImportColumns({ record, answers }: Props) {
  const { unknown, asks } = record
  const [open, setOpen] = useState(unknown.length > 0 && asks.some(({ answer }) => answer === null))
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
      <Text size="sm" c="dimmed" className={classes.what ?? ''}>
        {unknown.length === 0
          ? m.imports_columns_known()
          : m.imports_columns_unread({ names: unknown.join(', ') })}
      </Text>
      {open && <ColumnChoices record={record} answers={answers} />}
    </Paper>
  )
}

/** The fields of the organisation below the built-in columns, by their groups. */
function groupsOf(fields: readonly OwnField[]) {
  const groups = Map.groupBy(fields, ({ group }) => group?.id)
  return [...groups.values()].map((some) => ({
    group: some[0]?.group ? ownFieldLabel(some[0].group) : m.imports_column_fields(),
    items: some.map((field) => ({ value: ownFact(field.key), label: ownFieldLabel(field) })),
  }))
}

function ColumnChoices({ record, answers: { columns, setColumn, isChanged, isBusy, check } }: Props) {
  const { data: fields = [] } = useQuery(ownFieldList())
  const { title } = useColumnTitles(record.columns)
  const gone = record.columns.filter(
    (column) => isOwnColumn(column) && !fields.some(({ key }) => ownFact(key) === column),
  )
  const choices = [
    { value: '', label: m.imports_column_unread() },
    ...names.map((name) => ({ value: name, label: title(name) })),
    ...groupsOf(fields),
    ...gone.flatMap((name) => (name === null ? [] : [{ value: name, label: title(name) }])),
  ]
  return (
    <>
      <div className={classes.columns}>
        {record.headers.map((header, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same name
            key={at}
            label={header || m.imports_column_unnamed({ number: at + 1 })}
            value={columns[at] ?? ''}
            data={choices}
            onChange={(event) => setColumn(at, (event.currentTarget.value || null) as ImportColumn | null)}
          />
        ))}
      </div>
      <div className={classes.actions}>
        <Button variant="default" aria-disabled={!isChanged || isBusy} onClick={() => void check()}>
          {m.imports_check_again()}
        </Button>
      </div>
    </>
  )
}
