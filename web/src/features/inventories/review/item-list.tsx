import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { InventoryItem, ResolutionAction } from '@ats/contract/inventories/review.ts'
import { ofOneItem, resolutionActions, resolutionsOf } from '@ats/contract/inventories/review.ts'
import { assetReaders } from '@ats/contract/permissions.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { loadPictureZoom } from '#features/assets/assets.ts'
import { BulkJobDialog } from '#features/bulk-jobs/bulk-jobs.ts'
import { ExportButton } from '#features/exports/exports.tsx'
import classes from '#features/inventories/inventories.module.css'
import { useManages } from '#features/inventories/use-manages.ts'
import { useCity } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { sourceOf, useStateOf } from '#ui/table/state-of.ts'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'
import { itemColumns, itemTitle, photoOf } from './item-columns.tsx'
import { itemFilters } from './item-filters.tsx'
import type { Target } from './resolve-dialog.tsx'
import { inventoryItems, itemListFilter, toDecideFilter } from './review-queries.ts'
import { useResolving } from './use-resolving.ts'

const ResolveDialog = lazyPart(async () => (await import('./resolve-dialog.tsx')).ResolveDialog)
const PictureZoom = lazyPart(async () => (await loadPictureZoom()).PictureZoom)

/** Expected and read items; while the inventory is open, with the proposals for them. */
export function ItemList({ inventory }: { inventory: Inventory }) {
  const isOpen = inventory.status === 'review' || inventory.status === 'counting'
  const list = useUrlState(isOpen ? toDecideFilter : itemListFilter)
  const [target, setTarget] = useStateOf<Target | null>(sourceOf(list[0], useCity()), null)
  const [zoomed, setZoomed] = useState<InventoryItem | null>(null)
  const resolving = useResolving(inventory._id)
  return (
    <>
      <div className={classes.list}>
        <ItemTable
          inventory={inventory}
          list={list}
          isOpen={isOpen}
          run={resolving.run}
          onPropose={setTarget}
          onZoom={setZoomed}
        />
      </div>
      {target !== null && (
        <ResolveDialog
          inventory={inventory}
          target={target}
          onResolved={(reply, resolution) => resolving.show(target, reply, resolution)}
          onClose={() => setTarget(null)}
        />
      )}
      {resolving.failures}
      {resolving.job !== null && <BulkJobDialog job={resolving.job} onClose={resolving.closeJob} />}
      {zoomed !== null && (
        <PictureZoom
          asset={{
            image: photoOf(inventory._id, zoomed, 'full'),
            assetName: itemTitle(zoomed),
            assetTagId: '',
          }}
          onClose={() => setZoomed(null)}
        />
      )}
    </>
  )
}

type TableProps = {
  inventory: Inventory
  list: ReturnType<typeof useUrlState<typeof itemListFilter>>
  isOpen: boolean
  run: ReturnType<typeof useResolving>['run']
  onPropose: (target: Target) => void
  onZoom: (item: InventoryItem) => void
}

function ItemTable({ inventory: { _id: id }, list, isOpen, run, onPropose, onZoom }: TableProps) {
  const manages = useManages()
  const [filter, setFilter] = list
  const query = useQuery(inventoryItems(id, filter))
  const decides = manages && isOpen
  const columns = useItemColumns(id, useHolds(assetReaders), decides, { run, onPropose, onZoom })
  const { cursor: _, size: __, ...narrowed } = filter
  const targetOfMany = (chosen: Chosen): Target => ({
    body: chosen.allMatching ? { filter: narrowed, except: chosen.except } : { items: chosen.ids },
    count: chosen.count,
    actions: commonActions(filter.class, chosen, query.data?.rows ?? []),
    clear: chosen.clear,
  })
  const deciding = {
    selection: {
      rowName: itemTitle,
      allMatching: true,
      actions: (chosen: Chosen) => (
        <ManyButtons
          onPropose={() => onPropose(targetOfMany(chosen))}
          onTakeBack={() => void run(targetOfMany(chosen), null)}
        />
      ),
    },
  }
  return (
    <DataTable
      name={decides ? 'inventory-review' : 'inventory-items'}
      label={isOpen ? m.inventory_review() : m.inventory_items()}
      query={query}
      columns={columns}
      rowId={({ _id }) => _id}
      list={list}
      options={{
        search: m.inventory_items_search(),
        filters: itemFilters,
        footer: 'report',
        empty: isOpen && filter.open === 'true' ? m.inventory_all_decided() : undefined,
        failed: () => m.inventory_items_failed(),
        exporting: (shown) => (
          <ExportButton list="inventory-items" filter={{ ...narrowed, inventoryId: id }} shown={shown} />
        ),
        toolbar: isOpen && <Which open={filter.open} onChoose={(open) => setFilter({ open })} />,
        ...(decides && deciding),
      }}
    />
  )
}

type Doing = Pick<TableProps, 'run' | 'onPropose' | 'onZoom'>

function useItemColumns(id: string, opens: boolean, decides: boolean, { run, onPropose, onZoom }: Doing) {
  return useMemo(
    () =>
      itemColumns({
        inventoryId: id,
        opens,
        zoom: onZoom,
        actions: decides
          ? {
              moveHere: (item) => void run(targetOf(item), { action: 'move-here' }),
              takeBack: (item) => void run(targetOf(item), null),
              propose: (item) => onPropose(targetOf(item)),
            }
          : null,
      }),
    [id, opens, decides, run, onPropose, onZoom],
  )
}

const targetOf = (item: InventoryItem): Target => ({
  body: { items: [item._id] },
  count: 1,
  name: itemTitle(item),
  item,
  actions: resolutionsOf[item.class],
})

/**
 * The actions that are possible for all selected items, as far as their classes are known.
 */
function commonActions(
  of: InventoryItem['class'] | undefined,
  { ids, allMatching }: Chosen,
  rows: InventoryItem[],
): readonly ResolutionAction[] {
  const seen = allMatching ? [] : rows.filter(({ _id }) => ids.includes(_id)).map((item) => item.class)
  const classes = of === undefined ? seen : [of]
  return resolutionActions.filter(
    (action) => !ofOneItem.includes(action) && classes.every((one) => resolutionsOf[one].includes(action)),
  )
}

type WhichProps = { open: 'true' | 'false'; onChoose: (open: 'true' | 'false') => void }

function Which({ open, onChoose }: WhichProps) {
  return (
    <SegmentedControl
      aria-label={m.queue_show()}
      value={open}
      data={[
        { value: 'true', label: m.inventory_to_decide() },
        { value: 'false', label: m.inventory_all() },
      ]}
      onChange={(value) => onChoose(value === 'true' ? 'true' : 'false')}
    />
  )
}

function ManyButtons({ onPropose, onTakeBack }: { onPropose: () => void; onTakeBack: () => void }) {
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onTakeBack}>
        {m.inventory_take_back()}
      </Button>
      <Button size="compact-sm" onClick={onPropose}>
        {m.inventory_propose()}
      </Button>
    </>
  )
}
