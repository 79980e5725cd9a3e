import type { ListedProgramme } from '@ats/contract/inventories/programmes.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pathText } from '#features/inventories/inventory-texts.tsx'
import { useManages } from '#features/inventories/use-manages.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Cut } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { programmeList, programmeListFilter } from './programme-queries.ts'

const ProgrammeDialog = lazyPart(async () => (await import('./programme-dialog.tsx')).ProgrammeDialog)

const columns: Column<ListedProgramme>[] = [
  {
    ...{ id: 'name', header: m.users_name, hidden: 'never', card: 'title' },
    cell: (programme) => <ProgrammeLink programme={programme} />,
  },
  {
    ...{ id: 'place', header: m.assets_place },
    cell: ({ placeNames }) => <Cut text={pathText(placeNames)} />,
  },
  {
    ...{ id: 'period', header: m.programme_period },
    cell: ({ startsOn, endsOn }) => `${formatDate(startsOn)} – ${formatDate(endsOn)}`,
  },
  { id: 'lines', header: m.programme_places, align: 'end', cell: ({ lines }) => formatNumber(lines) },
  { id: 'overdue', header: m.programme_overdue, align: 'end', cell: ({ overdue }) => formatNumber(overdue) },
  {
    ...{ id: 'status', header: m.users_status },
    cell: ({ retiredAt }) => (retiredAt === null ? m.tagging_open() : m.programme_retired()),
  },
]

function ProgrammeLink({ programme: { _id: id, name } }: { programme: ListedProgramme }) {
  return (
    <AnchorLink to="/dashboard/$location/verification/$id" params={{ location: useCity(), id }} inherit>
      {name}
    </AnchorLink>
  )
}

/** The verification programmes that the person sees. */
export function Programmes() {
  const list = useUrlState(programmeListFilter)
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const location = useCity()
  const manages = useManages()
  return (
    <Page
      crumbs={[m.crumb_reports(), m.programmes_title()]}
      actions={
        manages && (
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {m.programme_new()}
          </Button>
        )
      }
    >
      <DataTable
        name="programmes"
        label={m.programmes_title()}
        query={useQuery(programmeList(list[0], useScope().location))}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          search: m.programmes_search(),
          empty: list[2] === undefined ? m.programmes_none() : undefined,
          failed: () => m.programmes_failed(),
        }}
      />
      {isAdding && (
        <ProgrammeDialog
          onClose={() => setAdding(false)}
          onSaved={(id) =>
            void navigate({ to: '/dashboard/$location/verification/$id', params: { location, id } })
          }
        />
      )}
    </Page>
  )
}
