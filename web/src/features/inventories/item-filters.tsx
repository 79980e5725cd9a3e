import { itemClasses } from '@ats/contract/inventories/review.ts'
import { Checkbox } from '@mantine/core'
import { PlaceName, PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/location.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/choice-search.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './inventories.module.css'
import { classTexts } from './inventory-texts.tsx'
import type { ItemListFilter } from './review-queries.ts'

export const itemFilters: Filter<keyof ItemListFilter>[] = [
  { name: 'class', label: m.inventory_class, Input: ClassFilter, Value: ClassName },
  { name: 'placeId', label: m.inventory_place, Input: PlaceFilter, Value: PlaceName },
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

function PlaceFilter({ label, value, onChange }: FilterInput) {
  return (
    <PlaceSelect
      className={classes.placeFilter ?? ''}
      aria-label={label}
      placeholder={m.assets_place_any()}
      comboboxProps={listOverPage}
      value={value ?? ''}
      scope={useScope()}
      onChange={(id) => onChange(id || undefined)}
    />
  )
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
