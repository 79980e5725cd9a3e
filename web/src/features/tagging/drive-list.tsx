import type { ListedDrive } from '@ats/contract/tagging/tagging.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Cut } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { driveList, driveListFilter } from './tagging-queries.ts'
import { pathText } from './tagging-texts.ts'

const DriveDialog = lazyPart(async () => (await import('./drive-dialog.tsx')).DriveDialog)

const statusText = (status: string) => (status === 'closed' ? m.tagging_closed() : m.tagging_open())

const filters: Filter<'status'>[] = [
  { name: 'status', label: m.users_status, Input: StatusFilter, Value: ({ value }) => statusText(value) },
]

function StatusFilter(props: FilterInput) {
  const choices = ['open', 'closed'].map((value) => ({ value, label: statusText(value) }))
  return <ChoiceFilter {...props} any={m.tagging_any()} choices={choices} />
}

const columns: Column<ListedDrive>[] = [
  {
    ...{ id: 'name', header: m.users_name, hidden: 'never', card: 'title' },
    cell: (drive) => <DriveLink drive={drive} />,
  },
  {
    ...{ id: 'place', header: m.assets_place },
    cell: ({ placeNames }) => <Cut text={pathText(placeNames)} />,
  },
  {
    ...{ id: 'status', header: m.users_status },
    cell: ({ closedAt }) => (closedAt === null ? m.tagging_open() : m.tagging_closed()),
  },
  { id: 'createdBy', header: m.tagging_started_by, cell: ({ createdBy }) => <Cut text={createdBy} /> },
  { id: 'createdAt', header: m.tagging_started, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

function DriveLink({ drive: { _id: id, name } }: { drive: ListedDrive }) {
  return (
    <AnchorLink to="/dashboard/$location/tagging/$id" params={{ location: useCity(), id }} inherit>
      {name}
    </AnchorLink>
  )
}

/** The tagging drives that the person sees. */
export function TaggingDrives() {
  const list = useUrlState(driveListFilter)
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const location = useCity()
  const { location: city } = useScope()
  return (
    <Page
      crumbs={[m.crumb_manage_asset(), m.tagging_title()]}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {m.tagging_new()}
        </Button>
      }
    >
      <DataTable
        name="tagging-drives"
        label={m.tagging_title()}
        query={useQuery(driveList(list[0], city))}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          search: m.tagging_search(),
          filters,
          empty: list[2] === undefined ? m.tagging_none() : undefined,
          failed: () => m.tagging_list_failed(),
        }}
      />
      {isAdding && (
        <DriveDialog
          onClose={() => setAdding(false)}
          onSaved={({ _id: id }) =>
            void navigate({ to: '/dashboard/$location/tagging/$id', params: { location, id } })
          }
        />
      )}
    </Page>
  )
}
