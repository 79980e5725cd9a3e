import { type TagState, tagStates } from '@ats/contract/assets/assets.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type AssetListFilter, allStates } from '#features/assets/asset-queries.ts'
import { ownFieldFilter, ownFieldList } from '#features/own-fields/own-fields.ts'
import { PlaceFilter, PlaceName } from '#features/places/places.ts'
import { hasTagSeries } from '#features/tag-series/tag-series.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { useSettled } from '#ui/lazy/fetch-later.ts'
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

const tagStateFilter: Filter<keyof AssetListFilter> = {
  name: 'tagState',
  label: m.assets_tag_state,
  Input: TagStateFilter,
  Value: ({ value }) => tagStateName(value),
}

/** Until it is known, the value of the last visit: a filter then has its place at once, and the table does not move. */
function useRemembered(key: string, has: boolean | undefined) {
  const [had, keep] = useLocalSetting(key, false)
  const isThere = has ?? had
  useEffect(() => {
    if (isThere !== had) keep(isThere)
  }, [isThere, had, keep])
  return isThere
}

/**
 * The filters of the list, with those by expected tags and by fields of the organisation where it has them, or
 * where the address filters by them.
 */
export function useAssetFilters() {
  const { data: fields } = useQuery(ownFieldList())
  const { fields: byFields, tagState } = useSearch({ strict: false })
  const hasFields = useRemembered('own-fields', fields && fields.length > 0)
  const hasSeries = useRemembered('tag-series', useQuery({ ...hasTagSeries, enabled: useSettled() }).data)
  return useMemo(
    () => [
      ...assetFilters,
      ...(hasSeries || tagState !== undefined ? [tagStateFilter] : []),
      ...(hasFields || byFields !== undefined ? [ownFieldFilter(fields)] : []),
    ],
    [hasSeries, tagState, hasFields, byFields, fields],
  )
}

const tagStateTexts: Record<string, () => string> = {
  expected: m.assets_tags_expected,
  confirmed: m.assets_tags_confirmed,
} satisfies Record<TagState, () => string>

const tagStateName = (state: string) => tagStateTexts[state]?.() ?? state

function TagStateFilter(props: FilterInput) {
  const choices = tagStates.map((value) => ({ value, label: tagStateName(value) }))
  return <ChoiceFilter {...props} any={m.assets_tag_state_any()} choices={choices} />
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
