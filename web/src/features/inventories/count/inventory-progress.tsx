import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { DeviceProgress, RoomProgress } from '@ats/contract/inventories/progress.ts'
import { Badge, Checkbox, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import classes from '#features/inventories/inventories.module.css'
import { inventoryProgress, progressFilter } from '#features/inventories/inventory-queries.ts'
import { pathText } from '#features/inventories/inventory-texts.tsx'
import type { UrlSearch } from '#kernel/address/url-search.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Column, Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { PlacePath } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'

const roomFilters: Filter<'open'>[] = [
  {
    name: 'open',
    label: m.inventory_rooms_open,
    Input: OpenFilter,
    Value: () => m.common_yes(),
    none: 'false',
  },
]

/** The progress of counting per room and device, updated live. */
export function InventoryProgress({ inventory }: { inventory: Inventory }) {
  const list = useUrlState(progressFilter)
  const query = useQuery(inventoryProgress(inventory._id, list[0]))
  const rooms = { ...query, data: query.data && { ...query.data, rows: query.data.rooms } }
  const place = inventory.placeNames.at(-1) ?? ''
  const columns = useMemo(() => roomColumns(place), [place])
  return (
    <>
      <Devices devices={query.data?.devices ?? []} />
      <DataTable
        name="inventory-rooms"
        label={m.inventory_rooms()}
        query={rooms as Parameters<typeof DataTable<RoomProgress>>[0]['query']}
        columns={columns}
        rowId={({ placeId }) => placeId}
        list={list}
        options={{
          search: m.inventory_rooms_search(),
          filters: roomFilters,
          footer: 'report',
          failed: () => m.inventory_progress_failed(),
        }}
      />
    </>
  )
}

/** Who counts with which device; devices with unsent reads are always marked. */
function Devices({ devices }: { devices: DeviceProgress[] }) {
  if (devices.length === 0) return <p className={classes.quiet}>{m.inventory_nobody_yet()}</p>
  return (
    <section aria-label={m.inventory_devices()}>
      <h2 className={classes.heading}>{m.inventory_devices()}</h2>
      <ul className={classes.devices}>
        {devices.map((device) => (
          <Device key={`${device.deviceId} ${device.userId ?? ''}`} device={device} />
        ))}
      </ul>
    </section>
  )
}

function Device({
  device: { user, device, placeNames, tags, unsent, lastSeenAt },
}: {
  device: DeviceProgress
}) {
  return (
    <li>
      <strong>{user ?? m.inventory_fixed_reader()}</strong>
      {device !== null && <span>{device}</span>}
      <span className={classes.quiet}>{pathText(placeNames)}</span>
      <span>{counted(tags, m.inventory_tags_one, m.inventory_tags)}</span>
      {unsent > 0 && (
        <Badge color="red" variant="light" tt="none">
          {counted(unsent, m.inventory_unsent_one, m.inventory_unsent)}
        </Badge>
      )}
      <span className={classes.quiet}>
        <Moment at={lastSeenAt} as="ago" />
      </span>
    </li>
  )
}

function OpenFilter({ label, value, onChange }: FilterInput) {
  return (
    <Checkbox
      className={classes.check ?? ''}
      label={label}
      checked={value !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'true' : undefined)}
    />
  )
}

const roomColumns = (place: string): Column<RoomProgress>[] => [
  {
    id: 'room',
    header: m.inventory_room,
    cell: ({ placeId, placeNames }) => (
      <AnchorLink to="." search={itemsOf(placeId)} inherit>
        {placeNames.length === 0 ? place : <PlacePath names={placeNames} />}
      </AnchorLink>
    ),
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'progress',
    header: m.inventory_progress,
    cell: ({ found, expected }) => (
      <span className={classes.bar}>
        <Progress value={(100 * found) / Math.max(expected, 1)} aria-hidden="true" />
        {m.inventory_found_of({ found: formatNumber(found), total: formatNumber(expected) })}
      </span>
    ),
  },
  {
    id: 'left',
    header: m.inventory_left,
    cell: ({ found, expected }) => formatNumber(expected - found),
    align: 'end',
  },
  {
    id: 'misplaced',
    header: m.inventory_misplaced,
    cell: ({ misplaced }) => formatNumber(misplaced),
    align: 'end',
  },
  {
    id: 'access',
    header: m.inventory_access,
    cell: ({ access }) => formatNumber(access),
    align: 'end',
  },
  {
    id: 'lastReadAt',
    header: m.inventory_last_read,
    cell: ({ lastReadAt }) =>
      lastReadAt === null ? m.inventory_not_counted() : <Moment at={lastReadAt} as="ago" />,
  },
]

/** Filters the inventory's items to one room. */
export const itemsOf =
  (placeId: string) =>
  ({ location }: UrlSearch): UrlSearch => ({
    ...(location !== undefined && { location }),
    view: 'items',
    placeId,
    open: 'false',
  })
