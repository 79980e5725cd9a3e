import type { ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { Button } from '@mantine/core'
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ExportButton } from '#features/exports/exports.tsx'
import { CountLink } from '#features/inventories/count/count-link.tsx'
import classes from '#features/inventories/inventories.module.css'
import { inventoryColumns } from '#features/inventories/inventory-columns.tsx'
import { inventoryList, openInventories, reportFilter } from '#features/inventories/inventory-queries.ts'
import { keepCity } from '#features/inventories/plan/keep-city.ts'
import { OpenInventories } from '#features/inventories/plan/open-inventories.tsx'
import { useManages } from '#features/inventories/use-manages.ts'
import { useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { m } from '#texts'
import { DayField } from '#ui/form/day-field.tsx'
import { SubmittedForm } from '#ui/form/submitted-form.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { inventoryFilters } from './inventory-filters.tsx'

const PlanDialog = lazyPart(
  async () => (await import('#features/inventories/plan/plan-dialog.tsx')).PlanDialog,
)

/** The report as specified; above it are the open inventories and the button to plan one. */
export function PhysicalInventoryReport() {
  const manages = useManages()
  const [planning, setPlanning] = useState(false)
  const navigate = useNavigate()
  const { data: open, isLoading } = useQuery(openInventories(useScope()))
  const list = useUrlState(reportFilter)
  const query = useQuery(inventoryList({ ...list[0], ...useScope() }))
  const isFirst = open?.total === 0 && query.data?.rows.length === 0 && list[2] === undefined
  const plan = () => setPlanning(true)
  return (
    <Page
      crumbs={[m.crumb_reports()]}
      actions={
        manages && (
          <>
            {(open?.inventories.length ?? 0) > 0 && <CountLink variant="default" />}
            {!isFirst && <PlanButton onClick={plan} />}
          </>
        )
      }
    >
      {isFirst ? (
        <FirstStep
          Icon={IconClipboardCheck}
          title={m.inventory_first_title()}
          text={m.inventory_first_text()}
          action={manages && <PlanButton onClick={plan} />}
        />
      ) : (
        <OpenInventories inventories={open?.inventories ?? []} />
      )}
      {/* The list stays where it is: it comes once the inventories above it are known. */}
      {isLoading ? <Loading /> : <Report list={list} query={query} />}
      {planning && (
        <PlanDialog
          onClose={() => setPlanning(false)}
          onSaved={({ _id }) =>
            void navigate({
              to: '/dashboard/physical-inventory/$id',
              params: { id: _id },
              search: keepCity,
            })
          }
        />
      )}
    </Page>
  )
}

function PlanButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onClick}>
      {m.inventory_new()}
    </Button>
  )
}

type ReportProps = {
  list: ReturnType<typeof useUrlState<typeof reportFilter>>
  query: UseQueryResult<PageOf<ListedInventory>>
}

const dayFields = [
  { name: 'fromDate', label: m.inventory_from, Input: DayField },
  { name: 'toDate', label: m.inventory_to, Input: DayField },
]

function Report({ list, query }: ReportProps) {
  const [filter, setFilter] = list
  const scope = useScope()
  const { fromDate, toDate } = filter
  return (
    <>
      <SubmittedForm fields={dayFields} values={{ fromDate, toDate }} onSubmit={(days) => setFilter(days)} />
      <div className={classes.list}>
        <DataTable
          name="inventories"
          label={m.reports_inventory_title()}
          query={query}
          columns={inventoryColumns}
          rowId={({ _id }) => _id}
          list={list}
          options={{
            footer: 'report',
            filters: inventoryFilters,
            exporting: (shown) => (
              <ExportButton list="inventories" filter={{ ...filter, ...scope }} shown={shown} />
            ),
            failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.inventory_fetch_failed()),
          }}
        />
      </div>
    </>
  )
}
