import { statusText } from '#features/inventories/inventory-texts.tsx'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'

/** Without the statuses that last only for a moment. */
const choices = {
  open: m.inventory_filter_open,
  overdue: m.inventory_filter_overdue,
  planned: () => statusText('planned'),
  counting: () => statusText('counting'),
  review: () => statusText('review'),
  approved: () => statusText('approved'),
  cancelled: () => statusText('cancelled'),
}

const textOf = (value: string) => choices[value as keyof typeof choices]?.() ?? value

const StatusFilter = (props: FilterInput) => (
  <ChoiceFilter
    {...props}
    any={m.requests_status_any()}
    choices={Object.keys(choices).map((value) => ({ value, label: textOf(value) }))}
  />
)

export const inventoryFilters: readonly Filter[] = [
  {
    name: 'status',
    label: m.requests_status,
    Input: StatusFilter,
    Value: ({ value }) => textOf(value),
  },
]
