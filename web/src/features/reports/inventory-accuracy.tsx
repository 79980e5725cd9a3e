import { accuracyDays } from '@ats/contract/report-days.ts'
import { inventoryAccuracyFilter, reports } from '@ats/contract/reports.ts'
import { tableSize } from '#kernel/address/url-state.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DayField } from '#ui/form/day-field.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { report } from './report.ts'
import { path } from './report-cells.tsx'
import { DayValue, placeField } from './report-fields.tsx'

const number = (value: number) => formatNumber(value)

/** The share of expected assets that were found, per inventory. */
export const inventoryAccuracy = report({
  list: 'report-inventory-accuracy',
  title: m.reports_accuracy_title,
  about: m.reports_accuracy_about,
  call: reports.inventoryAccuracy,
  filter: inventoryAccuracyFilter.omit({ location: true }).extend(tableSize),
  rowId: ({ id }) => id,
  one: m.reports_inventories_one,
  other: m.reports_inventories_other,
  fields: [
    { name: 'from', label: m.reports_from, Input: DayField, Value: DayValue },
    { name: 'to', label: m.reports_to, Input: DayField, Value: DayValue },
    placeField,
  ],
  days: accuracyDays,
  columns: [
    {
      ...{ id: 'inventoryId', header: m.inventory_id, card: 'title', hidden: 'never' },
      cell: ({ id, inventoryId }) => (
        <AnchorLink to="/dashboard/physical-inventory/$id" params={{ id }} inherit>
          {inventoryId}
        </AnchorLink>
      ),
    },
    {
      ...{ id: 'inventoryDate', header: m.inventory_date, sort: 'inventoryDate', card: 'second' },
      cell: (row) => formatDate(row.inventoryDate),
    },
    { id: 'place', header: m.deleted_place, cell: ({ place }) => path(place), card: 'third' },
    { id: 'total', header: m.inventory_total, cell: ({ total }) => number(total), align: 'end' },
    { id: 'found', header: m.inventory_found, cell: ({ found }) => number(found), align: 'end' },
    { id: 'notFound', header: m.inventory_not_found, cell: ({ notFound }) => number(notFound), align: 'end' },
    {
      id: 'misplaced',
      header: m.inventory_misplaced,
      cell: ({ misplaced }) => number(misplaced),
      align: 'end',
    },
    {
      ...{ id: 'access', header: m.inventory_access, hint: m.inventory_access_hint, align: 'end' },
      cell: ({ access }) => number(access),
    },
    {
      ...{ id: 'accuracy', header: m.reports_accuracy, align: 'end', card: 'second' },
      cell: ({ accuracy }) => (accuracy === null ? m.common_not_given() : `${number(accuracy)} %`),
    },
  ],
})
