import type { Investigation } from '@ats/contract/inventories/investigations.ts'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { investigatedName, resolutionText } from '#features/inventories/inventory-texts.tsx'
import { useManages } from '#features/inventories/use-manages.ts'
import { useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { PlacePath, WithDetail } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { investigationList, investigationListFilter } from './review-queries.ts'

const FollowUpDialog = lazyPart(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog)

const statusTexts: Record<string, () => string> = {
  open: m.investigation_open,
  overdue: m.investigation_overdue,
  closed: m.investigation_closed,
}
const statusText = (status: string) => statusTexts[status]?.() ?? status

const filters: Filter<'status'>[] = [
  {
    ...{ name: 'status', label: m.users_status, Input: StatusFilter },
    ...{ Value: ({ value }) => statusText(value), none: 'open' },
  },
]

function StatusFilter(props: FilterInput) {
  const choices = ['overdue', 'closed'].map((value) => ({ value, label: statusText(value) }))
  return <ChoiceFilter {...props} any={m.investigation_open()} choices={choices} />
}

const columnsWith = (note: ((row: Investigation) => void) | null): Column<Investigation>[] => [
  {
    ...{ id: 'item', header: m.inventory_item, hidden: 'never', card: 'title' },
    cell: (row) => (
      <WithDetail detail={row.assetTagId ?? row.tag}>
        {row.assetName ?? m.inventory_class_unknown()}
      </WithDetail>
    ),
  },
  {
    ...{ id: 'inventory', header: m.unknown_tags_inventory },
    cell: ({ inventoryId, inventory, placeNames }) => (
      <WithDetail detail={<PlacePath names={placeNames} />}>
        <AnchorLink to="/dashboard/physical-inventory/$id" params={{ id: inventoryId }} inherit>
          {inventory}
        </AnchorLink>
      </WithDetail>
    ),
  },
  { id: 'outcome', header: m.investigation_outcome, cell: (row) => resolutionText(row.resolution, row.name) },
  { id: 'until', header: m.inventory_until, cell: (row) => <Until row={row} /> },
  {
    ...{ id: 'noted', header: m.investigation_noted },
    cell: ({ notedBy, notedAt }) => (
      <WithDetail detail={notedBy}>
        <Moment at={notedAt} />
      </WithDetail>
    ),
  },
  {
    ...{ id: 'actions', header: m.users_options, card: 'actions' },
    cell: (row) =>
      note !== null &&
      row.until !== null &&
      row.closes && (
        <RowActions name={investigatedName(row)}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={m.investigation_note_named({ name: investigatedName(row) })}
            onClick={() => note(row)}
          >
            {m.investigation_note()}
          </Button>
        </RowActions>
      ),
  },
]

function Until({ row: { until, isOverdue } }: { row: Investigation }) {
  if (until === null) return m.common_not_given()
  return (
    <>
      {formatDate(until)}{' '}
      {isOverdue && (
        <Badge color="red" variant="light" tt="none">
          {m.investigation_overdue()}
        </Badge>
      )}
    </>
  )
}

/** Discrepancies of approved inventories that somebody is to find out about. */
export function Investigations() {
  const list = useUrlState(investigationListFilter)
  const [noting, setNoting] = useState<Investigation | null>(null)
  const manages = useManages()
  const columns = useMemo(() => columnsWith(manages ? setNoting : null), [manages])
  return (
    <Page crumbs={[m.crumb_reports(), m.investigations_title()]}>
      <DataTable
        name="investigations"
        label={m.investigations_title()}
        query={useQuery(investigationList({ ...list[0], ...useScope() }))}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          filters,
          empty: list[0].status === 'open' ? m.investigations_none() : undefined,
          failed: () => m.investigations_failed(),
        }}
      />
      {noting !== null && <FollowUpDialog about={noting} onClose={() => setNoting(null)} />}
    </Page>
  )
}
