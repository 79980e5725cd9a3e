import { type ProgramStatus, programStatuses } from '@ats/contract/identity/programs.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { programColumns, statusText } from './program-columns.tsx'
import type { MadeKey } from './program-key-dialog.tsx'
import { programList, programListFilter } from './program-queries.ts'

const ProgramDialog = lazyPart(async () => (await import('./program-dialog.tsx')).ProgramDialog)
const KeyDialog = lazyPart(async () => (await import('./program-key-dialog.tsx')).KeyDialog)

const statusFilter: Filter<'status'> = {
  name: 'status',
  label: m.programs_status,
  Input: StatusInput,
  Value: ({ value }) => statusText(value as ProgramStatus),
}

/** Programs that use the API with keys of their own. */
export function Programs() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey | null>(null)
  const list = useUrlState(programListFilter)
  const query = useQuery(programList(list[0]))
  const isFirst = query.data?.rows.length === 0 && list[2] === undefined
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.programs_add()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_admin_role_listing(), m.programs_title()]} actions={!isFirst && add}>
      {isFirst ? (
        <FirstStep
          Icon={IconRobot}
          title={m.programs_first_title()}
          text={m.programs_first_text()}
          action={add}
        />
      ) : (
        <DataTable
          name="programs"
          label={m.programs_title()}
          query={query}
          columns={programColumns}
          rowId={({ _id }) => _id}
          list={list}
          options={{
            search: m.programs_search(),
            filters: [statusFilter],
            footer: 'report',
            failed: () => m.programs_failed(),
          }}
        />
      )}
      {isAdding && <ProgramDialog onClose={() => setAdding(false)} onMade={setMade} />}
      {made !== null && <KeyDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  )
}

function StatusInput({ filter: _, ...input }: FilterInput) {
  const choices = programStatuses.map((status) => ({ value: status, label: statusText(status) }))
  return <ChoiceFilter {...input} any={m.programs_status_any()} choices={choices} />
}
