import type { AssetImport, ImportAsk } from '@ats/contract/imports.ts'
import { Button, NativeSelect, Paper, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allStates } from '#features/assets/assets.ts'
import { PlaceSelect } from '#features/places/places.ts'
import { openSeries } from '#features/tag-series/tag-series.ts'
import { counted } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import type { Answers } from './import-answers.ts'
import classes from './imports.module.css'

type Props = { record: AssetImport; answers: Answers }

/**
 * One question for each column that new assets require and the file lacks; the answer applies to all rows.
 */
export function ImportQuestions({ record, answers }: Props) {
  const rows = record.asks[0]?.rows ?? 0
  if (rows === 0) return null
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby="import-questions">
      <Title order={2} fz="md" id="import-questions">
        {m.imports_questions()}
      </Title>
      <Text size="sm" c="dimmed">
        {counted(rows, m.imports_questions_lead_one, m.imports_questions_lead)}
      </Text>
      <div className={classes.questions}>
        {record.asks.map(({ column }) => {
          const Question = questions[column]
          return <Question key={column} record={record} answers={answers} />
        })}
      </div>
      <div className={classes.actions}>
        <Button
          variant={record.asks.some(({ answer }) => answer === null) ? 'filled' : 'default'}
          aria-disabled={!answers.isChanged || answers.isBusy}
          onClick={() => void answers.check()}
        >
          {m.imports_answer()}
        </Button>
      </div>
    </Paper>
  )
}

const series = 'series:'

/** A column of the file, or a series of which each asset expects the next number. */
function TagQuestion({ record, answers: { columns, setColumn, defaults, answer } }: Props) {
  const { data: open = [] } = useQuery(openSeries)
  const at = columns.indexOf('rfidTag')
  const unread = record.headers.flatMap((header, index) =>
    columns[index] === null || index === at
      ? [{ value: `${index}`, label: header || m.imports_column_unnamed({ number: index + 1 }) }]
      : [],
  )
  const choose = (value: string) => {
    const id = value.startsWith(series) ? value.slice(series.length) : ''
    answer('rfidTag', id)
    if (value !== '' && id === '') setColumn(Number(value), 'rfidTag')
    else if (at >= 0) setColumn(at, null)
  }
  const { tagSeriesId } = defaults
  return (
    <NativeSelect
      label={m.imports_ask_tag()}
      description={tagSeriesId === undefined ? undefined : m.imports_ask_tag_series_hint()}
      inputWrapperOrder={['label', 'input', 'description']}
      value={at >= 0 ? `${at}` : tagSeriesId === undefined ? '' : `${series}${tagSeriesId}`}
      data={[
        { value: '', label: m.imports_ask_choose() },
        ...unread,
        ...open.map(({ id, name }) => ({
          value: `${series}${id}`,
          label: m.imports_ask_tag_series({ name }),
        })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

function NameQuestion({ answers: { defaults, answer } }: Props) {
  return (
    <TextInput
      label={m.imports_ask_name()}
      description={m.imports_ask_column()}
      inputWrapperOrder={['label', 'input', 'description']}
      value={defaults.assetName ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => answer('assetName', event.currentTarget.value)}
    />
  )
}

function PlaceQuestion({ answers: { defaults, answer } }: Props) {
  return (
    <PlaceSelect
      label={m.imports_ask_place()}
      description={m.imports_ask_column()}
      inputWrapperOrder={['label', 'input', 'description']}
      value={defaults.placeId ?? ''}
      scope={{}}
      onChange={(id) => answer('place', id)}
    />
  )
}

function StateQuestion({ answers: { defaults, answer } }: Props) {
  const { data: states = [] } = useQuery(allStates)
  const present = defaults.assetState ?? ''
  const choices = present === '' || states.includes(present) ? states : [present, ...states]
  return (
    <NativeSelect
      label={m.imports_ask_state()}
      value={present}
      data={[
        ...(present === '' ? [{ value: '', label: m.imports_ask_choose() }] : []),
        ...choices.map((state) => ({ value: state, label: shownName(state) })),
      ]}
      onChange={(event) => answer('assetState', event.currentTarget.value)}
    />
  )
}

const questions: Record<ImportAsk['column'], (props: Props) => ReactNode> = {
  rfidTag: TagQuestion,
  assetName: NameQuestion,
  place: PlaceQuestion,
  assetState: StateQuestion,
}
