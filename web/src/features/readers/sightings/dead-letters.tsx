import { type DeadLetter, deadLetterReasons } from '@ats/contract/dead-letters.ts'
import { Alert, Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  deadLetterList,
  deadLetterListFilter,
  readerById,
  useDiscard,
  useReplay,
} from '#features/readers/reader-queries.ts'
import { expectedTexts, reasonTexts } from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { screenLink, useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { doneText, useBulkResult } from '#ui/bulk/use-bulk-result.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'
import { Moment } from '#ui/text/moment.tsx'

const filters: Filter<'reason' | 'readerId'>[] = [
  {
    name: 'reason',
    label: m.dead_letters_reason,
    Input: ReasonInput,
    Value: ({ value }) => reasonTexts[value as DeadLetter['reason']](),
  },
  { name: 'readerId', label: m.readers_one_title, Input: () => null, Value: ReaderName },
]

const columns: Column<DeadLetter>[] = [
  {
    id: 'receivedAt',
    header: m.dead_letters_received,
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
    card: 'title',
    hidden: 'never',
  },
  {
    id: 'reader',
    header: m.readers_one_title,
    cell: ({ reader }) => reader ?? m.dead_letters_unknown_reader(),
  },
  { id: 'reason', header: m.dead_letters_reason, cell: (letter) => <Reason letter={letter} /> },
  {
    id: 'payload',
    header: m.dead_letters_payload,
    cell: ({ payload }) => (
      <code className={classes.payload} translate="no">
        {payload}
      </code>
    ),
  },
]

const expectedText = ({ reason, expected }: DeadLetter) =>
  expected.length > 0 ? m.dead_letters_expected({ fields: expected.join(', ') }) : expectedTexts[reason]?.()

function Reason({ letter }: { letter: DeadLetter }) {
  const { reason, detail, replaying } = letter
  const expected = expectedText(letter)
  return (
    <div>
      {reasonTexts[reason]()}
      {detail !== null && <div className={classes.quiet}>{detail}</div>}
      {expected !== undefined && <div className={classes.quiet}>{expected}</div>}
      {replaying && <div className={classes.quiet}>{m.dead_letters_replaying()}</div>}
    </div>
  )
}

/** Messages of readers that could not be processed: view, retry or discard them. */
export function DeadLetters() {
  const list = useUrlState(deadLetterListFilter)
  const query = useQuery(deadLetterList({ ...list[0], ...useScope() }))
  const { replay, discard, failures } = useLetterSteps()
  const readers = { text: m.readers_title(), link: screenLink('/dashboard/$location/readers', useCity()) }
  return (
    <Page crumbs={[m.crumb_manage_asset(), readers, m.dead_letters_title()]}>
      <Dropped count={query.data?.dropped ?? 0} />
      <DataTable
        name="dead-letters"
        label={m.dead_letters_title()}
        query={query}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          filters,
          footer: 'report',
          empty: list[2] === undefined ? m.dead_letters_none() : undefined,
          failed: () => m.dead_letters_load_failed(),
          selection: {
            rowName: ({ reader, receivedAt }) => `${reader ?? ''} ${receivedAt}`,
            actions: (chosen) => <Steps chosen={chosen} replay={replay} discard={discard} />,
          },
        }}
      />
      {failures}
    </Page>
  )
}

/** The limit was reached, or nobody handled them in time. */
function Dropped({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert color="orange" role="status">
      {counted(count, m.dead_letters_dropped_one, m.dead_letters_dropped)}
    </Alert>
  )
}

type Times = 'as-sent' | 'as-received'
type StepsProps = { chosen: Chosen } & Pick<ReturnType<typeof useLetterSteps>, 'replay' | 'discard'>

function Steps({ chosen: { ids, clear }, replay, discard }: StepsProps) {
  return (
    <>
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button size="compact-sm" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            {m.dead_letters_replay()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void replay(ids, 'as-sent').then(clear)}>
            {m.dead_letters_as_sent()}
          </Menu.Item>
          <Menu.Item onClick={() => void replay(ids, 'as-received').then(clear)}>
            {m.dead_letters_as_received()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void discard(ids).then((isDone) => isDone && clear())}
      >
        {m.dead_letters_discard()}
      </Button>
    </>
  )
}

const failure = m.dead_letters_step_failed
const replayed = doneText({ one: m.dead_letters_replayed_one, other: m.dead_letters_replayed })
const discarded = doneText({ one: m.dead_letters_discarded_one, other: m.dead_letters_discarded })

function useLetterSteps() {
  const [send, throwAway] = [useReplay(), useDiscard()]
  const { runAndShow, failures } = useBulkResult()
  return {
    replay: (ids: string[], times: Times) =>
      runAndShow(() => send({ ids, times }), { done: replayed, failure: failure() }),
    discard: async (ids: string[]) => {
      const isMeant = await confirm({
        title: m.dead_letters_discard(),
        question: counted(ids.length, m.dead_letters_discard_question_one, m.dead_letters_discard_question),
        action: m.dead_letters_discard(),
        danger: true,
      })
      if (isMeant) await runAndShow(() => throwAway(ids), { done: discarded, failure: failure() })
      return isMeant
    },
    failures,
  }
}

function ReasonInput({ filter: _, ...input }: FilterInput) {
  const choices = deadLetterReasons.map((reason) => ({ value: reason, label: reasonTexts[reason]() }))
  return <ChoiceFilter {...input} any={m.dead_letters_reason_any()} choices={choices} />
}

function ReaderName({ value }: { value: string }) {
  return useQuery(readerById(value)).data?.reader.name ?? ''
}
