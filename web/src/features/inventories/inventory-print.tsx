import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { InventoryItem } from '@ats/contract/inventories/review.ts'
import { Alert, Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { formatNumber, formatTime } from '#kernel/format.ts'
import { m } from '#texts'
import { Heading } from '#ui/heading.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { InventoryHead, isCountedBlind } from './inventory-head.tsx'
import classes from './inventory-print.module.css'
import { inventoryById, inventoryProgress } from './inventory-queries.ts'
import { classTexts, pathText, resolutionText } from './inventory-texts.tsx'
import { keepCity } from './keep-city.ts'
import { printedItems } from './review-queries.ts'

/** The report on paper: its figures, the rooms, and every discrepancy with what became of it. */
export function PrintInventory() {
  const { id = '' } = useParams({ strict: false })
  const { data: inventory, error, refetch } = useQuery(inventoryById(id))
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Heading
          title={`${m.reports_inventory_title()} ${inventory?.inventoryId ?? ''}`.trim()}
          documentTitle={`${m.inventory_print_title()} ${inventory?.inventoryId ?? ''}`.trim()}
        />
        <Buttons id={id} isReady={inventory !== undefined} />
      </Group>
      {error !== null && (
        <LoadFailed text={messageOf(error, m.inventory_one_failed())} onRetry={() => void refetch()} />
      )}
      {inventory === undefined && error === null && <Loading />}
      {inventory !== undefined && <Sheet inventory={inventory} />}
    </>
  )
}

function Buttons({ id, isReady }: { id: string; isReady: boolean }) {
  return (
    <Group gap="sm" className={classes.buttons ?? ''}>
      <ButtonLink
        to="/dashboard/physical-inventory/$id"
        params={{ id }}
        search={keepCity as never}
        variant="default"
      >
        {m.inventory_print_back()}
      </ButtonLink>
      <Button
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        disabled={!isReady}
        onClick={() => globalThis.print()}
      >
        {m.common_print()}
      </Button>
    </Group>
  )
}

function Sheet({ inventory }: { inventory: Inventory }) {
  const isFinal = inventory.status === 'approved'
  return (
    <div className={classes.sheet}>
      <p className={classes.facts}>
        {[isFinal ? m.inventory_print_final() : m.inventory_print_draft(), formatTime(new Date())].join(
          ' · ',
        )}
      </p>
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

function Lists({ inventory: { _id, placeNames } }: { inventory: Inventory }) {
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
      <PrintedTable
        title={`${m.inventory_rooms()} (${formatNumber(roomCount)})`}
        heads={[
          m.inventory_room(),
          m.inventory_total(),
          m.inventory_found(),
          m.inventory_not_found(),
          m.inventory_misplaced(),
          m.inventory_access(),
        ]}
        rows={rooms.map((room) => ({
          key: room.placeId,
          cells: [
            room.placeNames.length === 0 ? (placeNames.at(-1) ?? '') : pathText(room.placeNames),
            ...[room.expected, room.found, room.expected - room.found, room.misplaced, room.access].map(
              formatNumber,
            ),
          ],
        }))}
      />
      {items.data
        .filter(({ total }) => total > 0)
        .map(({ class: one, items: rows, total }) => (
          <PrintedTable
            key={one}
            title={`${classTexts[one].text()} (${formatNumber(total)})`}
            heads={[
              m.inventory_item(),
              m.unknown_tags_tag(),
              m.inventory_expected_in(),
              m.inventory_seen_in(),
              m.inventory_seen(),
              m.inventory_proposed(),
            ]}
            rows={rows.map((item) => ({ key: item._id, cells: cellsOf(item) }))}
          />
        ))}
    </>
  )
}

const cellsOf = (item: InventoryItem): string[] => [
  [item.assetTagId, item.assetName, item.note].filter(Boolean).join(' · ') || m.common_not_given(),
  item.tag ?? m.common_not_given(),
  item.expectedPlace === null ? m.common_not_given() : pathText(item.expectedPlace),
  item.seenPlace === null ? m.inventory_nowhere() : pathText(item.seenPlace),
  [item.seenAt && formatTime(item.seenAt), item.seenBy.join(', ')].filter(Boolean).join(' · '),
  [item.resolution && resolutionText(item.resolution), item.outcome].filter(Boolean).join(' · '),
]

type TableProps = { title: string; heads: string[]; rows: { key: string; cells: ReactNode[] }[] }

function PrintedTable({ title, heads, rows }: TableProps) {
  return (
    <section>
      <h2>{title}</h2>
      <table aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
