import type { Place, PlaceKind } from '@ats/contract/places.ts'
import { Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'
import { placeById, placesFound } from './asset-queries.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  /** The id of the chosen place; empty for none. */
  value: string
  onChange: (id: string, place: Place | undefined) => void
  /** Offers only places of this city. */
  scope: { location?: string }
}

/** Any place of the tree within reach, found by the words of its path. */
export function PlaceSelect({ value, onChange, scope, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const { data: chosen } = useQuery(placeById(value))
  const [search] = useDebouncedValue(typed === chosen?.path ? '' : typed, 200)
  const { data: found = [], isFetching } = useQuery(placesFound(search, scope))
  const offered = new Map([...found, ...(chosen ? [chosen] : [])].map((place) => [place._id, place]))
  return (
    <Select
      placeholder={m.assets_place_search()}
      searchable
      clearable
      nothingFoundMessage={isFetching ? m.common_loading() : m.form_nothing_found()}
      clearButtonProps={{ 'aria-label': m.common_clear_named({ name: m.assets_place_search() }) }}
      {...props}
      data={[...offered.values()].map(({ _id, path }) => ({ value: _id, label: path }))}
      value={chosen ? value : null}
      onChange={(id) => onChange(id ?? '', offered.get(id ?? ''))}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      renderOption={({ option }) => <PlaceOption place={offered.get(option.value)} />}
    />
  )
}

export const kindNames: Record<PlaceKind, () => string> = {
  city: m.assets_place_kind_city,
  mm: m.assets_place_kind_mm,
  property: m.assets_place_kind_property,
  aou: m.assets_place_kind_aou,
  room: m.assets_place_kind_room,
}

function PlaceOption({ place }: { place: Place | undefined }) {
  if (place === undefined) return null
  const above = place.path.split(' > ').slice(0, -1).join(' > ')
  return (
    <div>
      {place.name}
      <Text size="xs" c="dimmed">
        {[kindNames[place.kind](), above].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
