import type { InventoryFilter, ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { keepCity } from '#features/inventories/plan/keep-city.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { PlacePath } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './inventories.module.css'
import { figureText, InventoryStatusBadge } from './inventory-texts.tsx'

type Sort = InventoryFilter['sort']
type Figure = 'total' | 'found' | 'notFound' | 'access'

const figure = (id: Figure, header: () => string, hint?: () => string): Column<ListedInventory> => ({
  id,
  header,
  cell: (row) => figureText(row[id]),
  sort: id satisfies Sort,
  align: 'end',
  ...(hint && { hint }),
})

export const inventoryColumns: Column<ListedInventory>[] = [
  {
    id: 'id',
    header: m.inventory_sl_no,
    cell: ({ id }) => formatNumber(id),
    sort: 'id' satisfies Sort,
    exports: [],
  },
  {
    id: 'inventoryId',
    header: m.inventory_id,
    cell: (row) => <InventoryName inventory={row} />,
    sort: 'inventoryId' satisfies Sort,
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'inventoryDate',
    header: m.inventory_date,
    cell: ({ inventoryDate }) =>
      inventoryDate === null ? m.common_not_given() : <Moment at={inventoryDate} as="date" />,
    sort: 'inventoryDate' satisfies Sort,
  },
  { id: 'mm', header: m.inventory_mm, cell: ({ mm }) => <Matched text={allOr(mm)} /> },
  {
    id: 'property',
    header: m.inventory_property,
    cell: ({ property }) => <Matched text={allOr(property)} />,
  },
  figure('total', m.inventory_total),
  figure('found', m.inventory_found),
  figure('notFound', m.inventory_not_found),
  figure('access', m.inventory_access, m.inventory_access_hint),
  {
    id: 'createdBy',
    header: m.inventory_created_by,
    cell: ({ createdBy }) => createdBy,
    sort: 'createdBy' satisfies Sort,
  },
  {
    id: 'place',
    header: m.inventory_place,
    cell: ({ placeNames }) => <PlacePath names={placeNames} />,
    hidden: 'at-first',
    exports: [],
  },
  {
    id: 'dueOn',
    header: m.inventory_due,
    cell: ({ dueOn }) => (dueOn === null ? m.common_not_given() : <Moment at={dueOn} as="date" />),
    hidden: 'at-first',
    exports: [],
  },
]

/** The server returns 'All' in English if the place is above an MM or a property. */
const allOr = (name: string) => (name === 'All' ? m.inventory_all() : name)

/** A closed inventory needs no status. */
function InventoryName({ inventory }: { inventory: ListedInventory }) {
  const { _id, inventoryId, status } = inventory
  return (
    <span className={classes.name}>
      <AnchorLink to="/dashboard/physical-inventory/$id" params={{ id: _id }} search={keepCity} inherit>
        <Matched text={inventoryId} />
      </AnchorLink>
      {status !== 'approved' && <InventoryStatusBadge status={status} />}
    </span>
  )
}
