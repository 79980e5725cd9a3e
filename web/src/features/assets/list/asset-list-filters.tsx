import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type AssetListFilter, allStates } from '#features/assets/asset-queries.ts'
import { ownFieldFilter, ownFieldList } from '#features/own-fields/own-fields.ts'
import { PlaceFilter, PlaceName } from '#features/places/places.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './asset-list.module.css'

const assetFilters: Filter<keyof AssetListFilter>[] = [
  { name: 'state', label: m.assets_state, Input: StateFilter, Value: StateName },
  {
    name: 'placeId',
    label: m.assets_place,
    Input: (props) => <PlaceFilter {...props} className={classes.placeFilter} />,
    Value: PlaceName,
  },
]

/**
 * The filters of the list, with the one by fields of the organisation. It has its place before the fields are
 * known, if there were some the last time: the table must not move.
 */
export function useAssetFilters() {
  const { data: fields } = useQuery(ownFieldList())
  const [hadFields, keepHadFields] = useLocalSetting('own-fields', false)
  const hasFields = fields === undefined ? hadFields : fields.length > 0
  useEffect(() => {
    if (hasFields !== hadFields) keepHadFields(hasFields)
  }, [hasFields, hadFields, keepHadFields])
  return useMemo(
    () => (hasFields ? [...assetFilters, ownFieldFilter(fields)] : assetFilters),
    [hasFields, fields],
  )
}

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
