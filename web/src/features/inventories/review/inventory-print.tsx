import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { RoomProgress } from '@ats/contract/inventories/progress.ts'
import type { InventoryItem } from '@ats/contract/inventories/review.ts'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InventoryHead, isCountedBlind } from '#features/inventories/inventory-head.tsx'
import { inventoryById, inventoryProgress } from '#features/inventories/inventory-queries.ts'
import { classTexts, pathText, resolutionText } from '#features/inventories/inventory-texts.tsx'
import { keepCity } from '#features/inventories/plan/keep-city.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { PrintedFacts, PrintScreen } from '#ui/print/print-screen.tsx'
import { PrintedTable } from '#ui/print/printed-table.tsx'
import type { Column as ListColumn } from '#ui/table/column.ts'
import { ButtonLink } from '#ui/text/link.tsx'
import { useArchiveOf } from './archived-items.ts'
import classes from './inventory-print.module.css'
import { printedItems } from './review-queries.ts'

/** The report for printing: figures, rooms, and every discrepancy with its outcome. */
export function PrintInventory() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(inventoryById(id))
  const inventoryId = query.data?.inventoryId ?? ''
  return (
    <PrintScreen
      title={`${m.reports_inventory_title()} ${inventoryId}`.trim()}
      documentTitle={`${m.inventory_print_title()} ${inventoryId}`.trim()}
      buttons={
        <ButtonLink
          to="/dashboard/physical-inventory/$id"
          params={{ id }}
          search={keepCity}
          variant="default"
        >
          {m.inventory_print_back()}
        </ButtonLink>
      }
      query={query}
      failure={m.inventory_one_failed()}
      sheet={(inventory) => <Sheet inventory={inventory} />}
    />
  )
}

function Sheet({ inventory }: { inventory: Inventory }) {
  const isFinal = inventory.status === 'approved'
  return (
    <div className={classes.sheet}>
      <PrintedFacts scope={pathText(inventory.placeNames)}>
        {isFinal ? m.inventory_print_final() : m.inventory_print_draft()}
      </PrintedFacts>
      <InventoryHead inventory={inventory} />
      {isCountedBlind(inventory) ? (
        <p>{m.inventory_blind_text()}</p>
      ) : (
        inventory.total !== null && <Lists inventory={inventory} />
      )}
      <dl className={classes.signatures}>
        <div>
          <dt>{m.inventory_print_counted_by()}</dt>
        </div>
        <div>
          <dt>{m.inventory_print_approved_by()}</dt>
          {inventory.approvedBy !== null && <dd>{inventory.approvedBy}</dd>}
        </div>
      </dl>
    </div>
  )
}

const allRooms = { size: 500, search: '', open: 'false' } as const

function Lists({ inventory }: { inventory: Inventory }) {
  const { _id, placeNames } = inventory
  const archive = useArchiveOf(inventory)
  const progress = useQuery(inventoryProgress(_id, allRooms))
  const items = useQuery(printedItems(_id))
  const failed = items.error ?? progress.error
  if (failed !== null)
    return (
      <LoadFailed text={messageOf(failed, m.inventory_items_failed())} onRetry={() => void items.refetch()} />
    )
  if (items.data === undefined || progress.data === undefined) return <Loading />
  const { rooms, total: roomCount } = progress.data
  const isPart = rooms.length < roomCount || items.data.some(({ items: rows, total }) => rows.length < total)
  return (
    <>
      {isPart && <Alert mb="sm">{m.inventory_print_part()}</Alert>}
      {archive !== undefined && <Alert mb="sm">{m.inventory_items_archived({ file: archive })}</Alert>}
      <Titled title={`${m.inventory_rooms()} (${formatNumber(roomCount)})`}>
        {(label) => (
          <PrintedTable
            label={label}
            columns={roomColumns(placeNames.at(-1) ?? '')}
            rows={rooms}
            rowId={({ placeId }) => placeId}
          />
        )}
      </Titled>
      {items.data
        .filter(({ total }) => total > 0)
        .map(({ class: one, items: rows, total }) => (
          <Titled key={one} title={`${classTexts[one].text()} (${formatNumber(total)})`}>
            {(label) => (
              <PrintedTable label={label} columns={itemColumns} rows={rows} rowId={({ _id }) => _id} />
            )}
          </Titled>
        ))}
    </>
  )
}

function Titled({ title, children }: { title: string; children: (title: string) => ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children(title)}
    </section>
  )
}

type Column<Row> = Pick<ListColumn<Row>, 'id' | 'header' | 'cell' | 'align'>

const roomColumns = (topName: string): Column<RoomProgress>[] => [
  {
    id: 'room',
    header: m.inventory_room,
    cell: ({ placeNames }) => (placeNames.length === 0 ? topName : pathText(placeNames)),
  },
  { id: 'total', header: m.inventory_total, cell: ({ expected }) => formatNumber(expected), align: 'end' },
  { id: 'found', header: m.inventory_found, cell: ({ found }) => formatNumber(found), align: 'end' },
  {
    id: 'not-found',
    header: m.inventory_not_found,
    cell: ({ expected, found }) => formatNumber(expected - found),
    align: 'end',
  },
  {
    id: 'misplaced',
    header: m.inventory_misplaced,
    cell: ({ misplaced }) => formatNumber(misplaced),
    align: 'end',
  },
  { id: 'access', header: m.inventory_access, cell: ({ access }) => formatNumber(access), align: 'end' },
]

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

const itemColumns: Column<InventoryItem>[] = [
  {
    id: 'item',
    header: m.inventory_item,
    cell: ({ assetTagId, assetName, note }) => joined(assetTagId, assetName, note) || m.common_not_given(),
  },
  { id: 'tag', header: m.unknown_tags_tag, cell: ({ tag }) => tag ?? m.common_not_given() },
  {
    id: 'expected',
    header: m.inventory_expected_in,
    cell: ({ expectedPlace }) => (expectedPlace === null ? m.common_not_given() : pathText(expectedPlace)),
  },
  {
    id: 'seen-in',
    header: m.inventory_seen_in,
    cell: ({ seenPlace }) => (seenPlace === null ? m.inventory_nowhere() : pathText(seenPlace)),
  },
  {
    id: 'seen',
    header: m.inventory_seen,
    cell: ({ seenAt, seenBy }) => joined(seenAt && formatTime(seenAt), seenBy.join(', ')),
  },
  {
    id: 'proposed',
    header: m.inventory_proposed,
    cell: ({ resolution, resolutionName, outcome }) =>
      joined(resolution && resolutionText(resolution, resolutionName), outcome),
  },
]
