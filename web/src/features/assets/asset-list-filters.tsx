import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { outOfFrame, PlaceSelect } from '#features/places/places.tsx'
import { useScope } from '#kernel/location.ts'
import { belowMenu } from '#kernel/theme.ts'
import { m } from '#texts'
import classes from './asset-list.module.css'
import { type AssetListFilter, allStates } from './asset-queries.ts'

type Props = {
  filter: AssetListFilter
  onFilter: (change: { state?: string | undefined; placeId?: string | undefined }) => void
}

/** State and place; folded away where there is little room. */
export function AssetFilters(props: Props) {
  const isNarrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const [opened, { toggle }] = useDisclosure(false)
  const { state, placeId } = props.filter
  const count = [state, placeId].filter(Boolean).length
  if (!isNarrow) return <Fields {...props} />
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        aria-expanded={opened}
        onClick={toggle}
      >
        {count === 0 ? m.common_filters() : m.common_filters_count({ count })}
      </Button>
      {opened && <Fields {...props} />}
    </>
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
