import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ExportButton } from '#features/exports/exports.tsx'
import { isForbidden } from '#kernel/api-error.ts'
import { counted } from '#kernel/format.ts'
import { useScope } from '#kernel/location.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { Page } from '#ui/page.tsx'
import { part } from '#ui/part.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { changeTitle, statusChoices } from './change-cells.tsx'
import { requestFilter, stateChangeList } from './queries.ts'
import { requestColumns } from './request-columns.tsx'
import classes from './state-changes.module.css'
import { RequestDialog } from './state-changes.ts'
import { useCancelling } from './use-cancelling.ts'

const ResultDialog = part(async () => (await import('./result-dialog.tsx')).ResultDialog)

export function StateChangeRequests() {
  const list = useUrlState(requestFilter)
  const [filter, setFilter] = list
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
            toolbar: <Filters filter={filter} onFilter={setFilter} />,
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
      {results.result !== null && <ResultDialog result={results.result} onClose={results.closeResult} />}
    </Page>
  )
}

type FilterProps = {
  filter: z.output<typeof requestFilter>
  onFilter: (change: Partial<z.input<typeof requestFilter>>) => void
}

function Filters({ filter: { status, mine }, onFilter }: FilterProps) {
  return (
    <div className={classes.filters}>
      <NativeSelect
        aria-label={m.requests_status()}
        data={[{ value: '', label: m.requests_status_any() }, ...statusChoices()]}
        value={status ?? ''}
        onChange={(event) =>
          onFilter({ status: (event.currentTarget.value || undefined) as typeof status } as object)
        }
      />
      <Checkbox
        label={m.requests_mine()}
        checked={mine === 'true'}
        onChange={(event) => onFilter({ mine: event.currentTarget.checked ? 'true' : 'false' })}
      />
    </div>
  )
}
