import type { TaggingDrive, TaggingRoom } from '@ats/contract/tagging/tagging.ts'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUrlState } from '#kernel/address/url-state.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Cut } from '#ui/text/cell.tsx'
import { driveRooms, roomListFilter } from './tagging-queries.ts'
import { pathText } from './tagging-texts.ts'

const filters: Filter<'open'>[] = [
  {
    name: 'open',
    label: m.tagging_rooms_open,
    Input: OpenFilter,
    Value: () => m.common_yes(),
    none: 'false',
  },
]

function OpenFilter({ label, value, onChange }: FilterInput) {
  return (
    <Checkbox
      label={label}
      checked={value !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'true' : undefined)}
    />
  )
}

const columnsIn = (place: string): Column<TaggingRoom>[] => [
  {
    ...{ id: 'room', header: m.tagging_room, hidden: 'never', card: 'title' },
    cell: ({ placeNames }) => <Cut text={pathText(placeNames) || place} />,
  },
  { id: 'total', header: m.tagging_total, align: 'end', cell: ({ total }) => formatNumber(total) },
  { id: 'tagged', header: m.tagging_tagged, align: 'end', cell: ({ tagged }) => formatNumber(tagged) },
  { id: 'left', header: m.tagging_left, align: 'end', cell: ({ left }) => formatNumber(left) },
  {
    id: 'excepted',
    header: m.tagging_excepted,
    align: 'end',
    cell: ({ excepted }) => formatNumber(excepted),
  },
]

/** The progress of each room, updated live. */
export function DriveRooms({ drive }: { drive: TaggingDrive }) {
  const list = useUrlState(roomListFilter)
  const place = drive.placeNames.at(-1) ?? ''
  const columns = useMemo(() => columnsIn(place), [place])
  return (
    <DataTable
      name="tagging-rooms"
      label={m.tagging_view_rooms()}
      query={useQuery(driveRooms(drive._id, list[0]))}
      columns={columns}
      rowId={({ _id }) => _id}
      list={list}
      options={{ search: m.tagging_rooms_search(), filters, failed: () => m.tagging_view_failed() }}
    />
  )
}
