import { useQuery } from '@tanstack/react-query'
import { type AssetListFilter, allStates } from '#features/assets/asset-queries.ts'
import { PlaceFilter, PlaceName } from '#features/places/places.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './asset-list.module.css'

export const assetFilters: Filter<keyof AssetListFilter>[] = [
  { name: 'state', label: m.assets_state, Input: StateFilter, Value: StateName },
  {
    name: 'placeId',
    label: m.assets_place,
    Input: (props) => <PlaceFilter {...props} className={classes.placeFilter} />,
    Value: PlaceName,
  },
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
