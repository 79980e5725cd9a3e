import type { ImportColumn } from '@ats/contract/import-columns.ts'
import type { AssetImport, ImportProblemGroup } from '@ats/contract/imports.ts'
import type { CreatableMaster, Master } from '@ats/contract/masters.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { allStates } from '#features/assets/assets.ts'
import { PlaceSelect } from '#features/places/places.ts'
import { counted } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import classes from './corrections.module.css'
import { isCorrectable, useCorrections } from './import-corrections.ts'
import { CreateMaster } from './import-create.tsx'
import { importRows, rowsVersion } from './import-queries.ts'

type Props = { record: AssetImport; group: ImportProblemGroup }

/** The same wrong text in many rows is a single thing to correct. */
export function CommonValues({ record, group }: Props) {
  const wanted = { kind: 'wrong' as const, problem: group.problem, size: 1 }
  const { data } = useInfiniteQuery({
    ...importRows(record._id, wanted, rowsVersion(record)),
    enabled: group.rows > 1,
  })
  const values = data?.pages[0]?.values ?? []
  if (values.length === 0) return null
  return (
    <ul className={classes.common} aria-label={m.imports_problem_often()}>
      {values.map(({ value, rows, creates }) => (
        <li key={value}>
          <span>
            <q>{value}</q> {counted(rows, m.imports_problem_rows_one, m.imports_problem_rows)}
          </span>
          {isCorrectable(record) && (
            <>
              <GroupCorrection record={record} group={group} value={value} rows={rows} />
              {creates !== null && <Creation {...{ record, group, value, creates }} />}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

type CreationProps = Props & { value: string; creates: CreatableMaster }

function Creation({ record, group: { problem, column }, value: written, creates }: CreationProps) {
  const { correct } = useCorrections(record)
  const correctTo = ({ id, name }: Master) => {
    const to = column === 'place' ? { placeId: id } : { column: column as ImportColumn, value: name }
    return correct({ of: { problem, written }, to })
  }
  return <CreateMaster creates={creates} onCreated={correctTo} />
}

type GroupProps = Props & { value: string; rows: number }

function GroupCorrection({ record, group: { problem, column }, value: written, rows }: GroupProps) {
  const { correct } = useCorrections(record)
  const of = { problem, written }
  const label = counted(rows, m.imports_correct_rows_one, m.imports_correct_rows)
  if (column === 'place')
    return (
      <PlaceSelect
        aria-label={`${label} ${written}`}
        placeholder={label}
        size="xs"
        value=""
        scope={{}}
        onChange={(placeId) => placeId !== '' && void correct({ of, to: { placeId } })}
      />
    )
  if (!record.columns.includes(column as ImportColumn)) return null
  const send = (value: string) => void correct({ of, to: { column: column as ImportColumn, value } })
  const props = { label, written, send }
  return column === 'assetState' ? <StateCorrection {...props} /> : <TextCorrection {...props} />
}

type ControlProps = { label: string; written: string; send: (value: string) => void }

function StateCorrection({ label, written, send }: ControlProps) {
  const { data: states = [] } = useQuery(allStates)
  return (
    <NativeSelect
      aria-label={`${label} ${written}`}
      size="xs"
      value=""
      data={[{ value: '', label }, ...states.map((state) => ({ value: state, label: shownName(state) }))]}
      onChange={(event) => event.currentTarget.value !== '' && send(event.currentTarget.value)}
    />
  )
}

function TextCorrection({ label, written, send }: ControlProps) {
  const [text, setText] = useState(written)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== written) send(text)
  }
  return (
    <form className={classes.textCorrection} onSubmit={submit}>
      <TextInput
        aria-label={`${label} ${written}`}
        size="xs"
        value={text}
        maxLength={1000}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" aria-disabled={text.trim() === written}>
        {label}
      </Button>
    </form>
  )
}
