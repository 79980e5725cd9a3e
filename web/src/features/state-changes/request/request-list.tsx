import { Button, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ExportButton } from '#features/exports/exports.tsx'
import { changeTitle, statusChoices } from '#features/state-changes/change-cells.tsx'
import { requestFilter, stateChangeList } from '#features/state-changes/queries.ts'
import classes from '#features/state-changes/state-changes.module.css'
import { RequestDialog } from '#features/state-changes/state-changes.ts'
import { useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { HelpLink } from '#ui/page/help-link.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { requestColumns } from './request-columns.tsx'
import { useCancelling } from './use-cancelling.ts'

const requestFilters: Filter<keyof z.output<typeof requestFilter>>[] = [
  { name: 'status', label: m.requests_status, Input: StatusFilter, Value: StatusName },
  { name: 'mine', label: m.requests_mine, Input: MineFilter, Value: () => m.common_yes(), none: 'false' },
]

export function StateChangeRequests() {
  const list = useUrlState(requestFilter)
  const [filter] = list
  const shownBy = { ...filter, ...useScope() }
  const [asking, setAsking] = useState(false)
  const { cancel, results } = useCancelling()
  return (
    <Page
      crumbs={[m.crumb_manage_asset(), m.requests_title()]}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsking(true)}>
          {m.requests_new()}
        </Button>
      }
    >
      <div className={classes.list}>
        <DataTable
          name="state-changes"
          label={m.requests_title()}
          query={useQuery(stateChangeList(shownBy))}
          columns={requestColumns}
          rowId={({ _id }) => _id}
          list={list}
          options={{
            search: m.requests_search(),
            footer: 'report',
            filters: requestFilters,
            empty: list[2] === undefined ? m.requests_none() : undefined,
            help: <HelpLink answer="approval">{m.help_to_desk()}</HelpLink>,
            panelOf: ({ assetId }) => assetId,
            exporting: (shown) => <ExportButton list="state-changes" filter={shownBy} shown={shown} />,
            failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.requests_fetch_failed()),
            selection: {
              rowName: changeTitle,
              actions: (chosen) => (
                <Button size="compact-sm" variant="default" onClick={() => void cancel(chosen)}>
                  {counted(chosen.count, m.requests_cancel_title_one, m.requests_cancel_title)}
                </Button>
              ),
            },
          }}
        />
      </div>
      {asking && <RequestDialog onClose={() => setAsking(false)} />}
      {results.failures}
    </Page>
  )
}

function StatusFilter(props: FilterInput) {
  return <ChoiceFilter {...props} any={m.requests_status_any()} choices={statusChoices()} />
}

function StatusName({ value }: { value: string }) {
  return statusChoices().find((choice) => choice.value === value)?.label ?? value
}

function MineFilter({ label, value, onChange }: FilterInput) {
  return (
    <Checkbox
      className={classes.mine ?? ''}
      label={label}
      checked={value !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'true' : undefined)}
    />
  )
}
