import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AssetListFilter, allStates } from '#features/assets/asset-queries.ts'
import { outOfFrame, PlaceSelect } from '#features/places/places.tsx'
import { useScope } from '#kernel/location.ts'
import { m } from '#texts'
import { FoldedFilters } from '#ui/table/folded-filters.tsx'
import classes from './asset-list.module.css'

type Props = {
  filter: AssetListFilter
  onFilter: (change: { state?: string | undefined; placeId?: string | undefined }) => void
}

/** State and place. */
export function AssetFilters(props: Props) {
  const { state, placeId } = props.filter
  return (
    <FoldedFilters set={[state, placeId]}>
      <Fields {...props} />
    </FoldedFilters>
  )
}

function Fields({ filter: { state, placeId }, onFilter }: Props) {
  const { data: states = [] } = useQuery(allStates)
  const known = state === undefined || states.includes(state) ? states : [state, ...states]
  return (
    <div className={classes.filters}>
      <NativeSelect
        aria-label={m.assets_state()}
        data={[{ value: '', label: m.assets_state_any() }, ...known]}
        value={state ?? ''}
        onChange={(event) => onFilter({ state: event.currentTarget.value || undefined })}
      />
      <PlaceSelect
        className={classes.placeFilter ?? ''}
        aria-label={m.assets_place()}
        placeholder={m.assets_place_any()}
        comboboxProps={outOfFrame}
        value={placeId ?? ''}
        scope={useScope()}
        onChange={(id) => onFilter({ placeId: id || undefined })}
      />
    </div>
  )
}
