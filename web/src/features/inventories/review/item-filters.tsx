import { itemClasses } from '@ats/contract/inventories/review.ts'
import { Checkbox } from '@mantine/core'
import classes from '#features/inventories/inventories.module.css'
import { classTexts } from '#features/inventories/inventory-texts.tsx'
import { PlaceFilter, PlaceName } from '#features/places/places.ts'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import type { ItemListFilter } from './review-queries.ts'

export const itemFilters: Filter<keyof ItemListFilter>[] = [
  { name: 'class', label: m.inventory_class, Input: ClassFilter, Value: ClassName },
  {
    name: 'placeId',
    label: m.inventory_place,
    Input: (props) => <PlaceFilter {...props} className={classes.placeFilter} />,
    Value: PlaceName,
  },
  {
    name: 'weak',
    label: m.inventory_weak_only,
    Input: WeakFilter,
    Value: () => m.common_yes(),
    none: 'false',
  },
]

const choices = () => itemClasses.map((value) => ({ value, label: classTexts[value].text() }))

function ClassFilter(props: FilterInput) {
  return <ChoiceFilter {...props} any={m.inventory_class_any()} choices={choices()} />
}

function ClassName({ value }: { value: string }) {
  return choices().find((choice) => choice.value === value)?.label ?? value
}

function WeakFilter({ label, value, onChange }: FilterInput) {
  return (
    <Checkbox
      className={classes.check ?? ''}
      label={label}
      checked={value !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'true' : undefined)}
    />
  )
}
