import type { Place, PlaceKind } from '@ats/contract/places.ts'
import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { m } from '#texts'
import { type Choice, listInForm, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { SearchSelect } from '#ui/form/search-select.tsx'
import { placeById, placesFound } from './place-queries.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  /** The id of the selected place; empty for none. */
  value: string
  onChange: (id: string, place: Place | undefined) => void
  /** Offers only places of this city. */
  scope: { location?: string }
}

/** Any place of the tree within scope, found by the words of its path. */
export function PlaceSelect({ value, onChange, scope, ...props }: Props) {
  const { data: place } = useQuery(placeById(value))
  const selected = place ? choiceOf(place) : null
  const search = useChoiceSearch(selected)
  const query = useQuery({ ...placesFound(search.search, scope), enabled: search.isWanted })
  const found = query.data ?? []
  return (
    <SearchSelect
      placeholder={m.assets_place_search()}
      openOnFocus={false}
      comboboxProps={listInForm}
      clears={m.assets_place()}
      {...props}
      search={search}
      query={query}
      found={found.map(choiceOf)}
      value={selected}
      onChange={(id) =>
        onChange(
          id ?? '',
          found.find(({ _id }) => _id === id),
        )
      }
    />
  )
}

/** Where a place is, by its id. */
export function PlaceName({ value }: { value: string }) {
  const { data } = useQuery(placeById(value))
  if (data === undefined) return m.common_loading()
  return data === null ? m.common_not_given() : data.path
}

/** Several of them, each on its own line. */
export const PlaceNames = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <Fragment key={value}>
      <PlaceName value={value} />
      <br />
    </Fragment>
  ))

export const placeKindNames: Record<PlaceKind, () => string> = {
  city: m.assets_place_kind_city,
  mm: m.assets_place_kind_mm,
  property: m.assets_place_kind_property,
  aou: m.assets_place_kind_aou,
  room: m.assets_place_kind_room,
}

/** Its own name first: the way to it is often longer than the field. */
function choiceOf({ _id, kind, name, names }: Place): Choice {
  const above = names.slice(0, -1).join(' > ')
  return {
    id: _id,
    name,
    detail: [placeKindNames[kind](), above].filter(Boolean).join(' · '),
    label: [name, above].filter(Boolean).join(' · '),
  }
}
