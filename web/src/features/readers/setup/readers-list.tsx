import { type Reader, readerStatuses } from '@ats/contract/readers.ts'
import { Button } from '@mantine/core'
import { IconAntenna, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readerList, readerListFilter } from '#features/readers/reader-queries.ts'
import { statusText } from '#features/readers/reader-texts.tsx'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { useReaderColumns } from './reader-columns.tsx'
import type { Credentials } from './reader-settings.ts'

const ReaderDialog = lazyPart(async () => (await import('./reader-dialog.tsx')).ReaderDialog)
const CredentialsDialog = lazyPart(async () => (await import('./reader-credentials.tsx')).CredentialsDialog)

const statusFilter: Filter<'status'> = {
  name: 'status',
  label: m.readers_status,
  Input: StatusInput,
  Value: ({ value }) => statusText(value as Reader['status']),
}

/** The fixed readers within scope: their status, last read and number of reads. */
export function Readers() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<Credentials | null>(null)
  const list = useUrlState(readerListFilter)
  const query = useQuery(readerList({ ...list[0], ...useScope() }))
  const isFirst = query.data?.rows.length === 0 && list[2] === undefined
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.readers_add()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.readers_title()]} actions={!isFirst && <Links add={add} />}>
      {isFirst ? (
        <FirstStep
          Icon={IconAntenna}
          title={m.readers_first_title()}
          text={m.readers_first_text()}
          action={add}
        />
      ) : (
        <ReaderTable list={list} query={query} />
      )}
      {isAdding && <ReaderDialog onClose={() => setAdding(false)} onAdded={setMade} />}
      {made !== null && <CredentialsDialog made={made} isNew onClose={() => setMade(null)} />}
    </Page>
  )
}

function Links({ add }: { add: React.ReactNode }) {
  return (
    <>
      <ButtonLink to="/dashboard/$location/dead-letters" params={{ location: useCity() }} variant="default">
        {m.dead_letters_title()}
      </ButtonLink>
      {add}
    </>
  )
}

type TableProps = {
  list: ReturnType<typeof useUrlState<typeof readerListFilter>>
  query: Parameters<typeof DataTable<Reader>>[0]['query']
}

function ReaderTable({ list, query }: TableProps) {
  return (
    <DataTable
      name="readers"
      label={m.readers_title()}
      query={query}
      columns={useReaderColumns()}
      rowId={({ _id }) => _id}
      list={list}
      options={{
        search: m.readers_search(),
        filters: [statusFilter],
        footer: 'report',
        failed: () => m.readers_failed(),
      }}
    />
  )
}

function StatusInput({ filter: _, ...input }: FilterInput) {
  const choices = readerStatuses.map((status) => ({ value: status, label: statusText(status) }))
  return <ChoiceFilter {...input} any={m.readers_status_any()} choices={choices} />
}
