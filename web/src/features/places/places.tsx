import type { Place, PlaceKind } from '@ats/contract/places.ts'
import { Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'
import classes from './places.module.css'
import { placeById, placesFound } from './places.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  /** The id of the chosen place; empty for none. */
  value: string
  onChange: (id: string, place: Place | undefined) => void
  /** Offers only places of this city. */
  scope: { location?: string }
}

/** Inside the form's landmark; where the field stands in a frame that cuts off, the dropdown leaves it, but not the page's. */
const inForm = { shadow: 'md', keepMounted: false, withinPortal: false } as const
export const outOfFrame = { ...inForm, withinPortal: true, portalProps: { target: '#content' } } as const

/** Any place of the tree within reach, found by the words of its path. */
export function PlaceSelect({ value, onChange, scope, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(false)
  const { data: chosen } = useQuery(placeById(value))
  const wish = chosen && typed === labelOf(chosen) ? '' : typed
  const [search] = useDebouncedValue(wish, 200)
  const { data: found = [], ...query } = useQuery({ ...placesFound(search, scope), enabled: wanted })
  const open = () => {
    setWanted(true)
    if (query.isError) void query.refetch()
  }
  const offered = new Map(
    [...found.filter(holds(wish)), ...(chosen ? [chosen] : [])].map((place) => [place._id, place]),
  )
  const choices = [...offered.values()].map((place) => ({ value: place._id, label: labelOf(place) }))
  return (
    <Select
      placeholder={m.assets_place_search()}
      searchable
      openOnFocus={false}
      comboboxProps={inForm}
      clearable
      clearButtonProps={{
        'aria-label': m.common_clear_named({ name: m.assets_place() }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...props}
      data={choices.length > 0 ? choices : [noChoice(query)]}
      value={chosen ? value : null}
      onChange={(id) => onChange(id ?? '', offered.get(id ?? ''))}
      onDropdownOpen={open}
      searchValue={typed}
      onSearchChange={setTyped}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      filter={({ options }) => options}
      renderOption={({ option }) => <PlaceOption place={offered.get(option.value)} text={option.label} />}
    />
  )
}

export const placeKindNames: Record<PlaceKind, () => string> = {
  city: m.assets_place_kind_city,
  mm: m.assets_place_kind_mm,
  property: m.assets_place_kind_property,
  aou: m.assets_place_kind_aou,
  room: m.assets_place_kind_room,
}

/** As the server finds them, so that what was found for an earlier text is not offered, and chosen, for this one. */
const holds = (text: string) => {
  const words = text.toLowerCase().split(/\s+/)
  return ({ path }: Place) => words.every((word) => path.toLowerCase().includes(word))
}

const above = ({ path }: Place) => path.split(' > ').slice(0, -1).join(' > ')

/** Its own name first: the way to it is often longer than the field. */
const labelOf = (place: Place) => [place.name, above(place)].filter(Boolean).join(' · ')

/** An option of its own, since a list of options may hold nothing else. */
const noChoice = ({ isFetching, isError }: { isFetching: boolean; isError: boolean }) => ({
  value: '',
  label: isFetching ? m.common_loading() : isError ? m.masters_choices_failed() : m.form_nothing_found(),
  disabled: true,
})

function PlaceOption({ place, text }: { place: Place | undefined; text: string }) {
  if (place === undefined) return text
  return (
    <div>
      {place.name}
      <Text size="xs" c="dimmed">
        {[placeKindNames[place.kind](), above(place)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
