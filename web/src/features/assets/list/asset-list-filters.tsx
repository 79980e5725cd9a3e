import { useQuery } from '@tanstack/react-query'
import { type AssetListFilter, allStates } from '#features/assets/asset-queries.ts'
import { PlaceName, PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/location.ts'
import { shownName } from '#kernel/seeded-names.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/choice-search.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './asset-list.module.css'

export const assetFilters: Filter<keyof AssetListFilter>[] = [
  { name: 'state', label: m.assets_state, Input: StateFilter, Value: StateName },
  { name: 'placeId', label: m.assets_place, Input: PlaceFilter, Value: PlaceName },
]

function StateFilter(props: FilterInput) {
  const { value } = props
  const { data: states = [] } = useQuery(allStates)
  const known = value === undefined || states.includes(value) ? states : [value, ...states]
  const choices = known.map((state) => ({ value: state, label: shownName(state) }))
  return <ChoiceFilter {...props} any={m.assets_state_any()} choices={choices} />
}

function StateName({ value }: { value: string }) {
  return shownName(value)
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
