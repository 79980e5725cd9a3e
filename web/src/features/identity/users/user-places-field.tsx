import type { Place } from '@ats/contract/places.ts'
import { MultiSelect, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placesFound } from '#features/places/places.ts'
import { m } from '#texts'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { longList } from '#ui/form/long-list.ts'
import { useOwnPlaces } from './user-own-places.ts'
import classes from './user-places-field.module.css'

type Props<V extends Record<string, unknown>> = InForm<V> & {
  /** The places the person has already. */
  given?: Place[]
  disabled?: boolean
  /** The list stays in the dialog that the field is in. */
  inDialog?: boolean
}

const none: Place[] = []
const lists = {
  page: { shadow: 'md', keepMounted: false, portalProps: { target: '#content' } },
  dialog: { shadow: 'md', keepMounted: false, withinPortal: false },
} as const

/** Any places of the tree, found by the words of their path. The list closes after each choice: it would hide the buttons below. */
export function PlacesField<V extends Record<string, unknown>>({
  form,
  name,
  given = none,
  disabled = false,
  inDialog = false,
}: Props<V>) {
  const own = useOwnPlaces()
  const { key, ...input } = inputProps(form, name)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(new Map([...own, ...given].map((place) => [place._id, place])))
  const [search] = useDebouncedValue(text.trim(), 200)
  const query = useQuery({ ...placesFound(search), enabled: opened })
  const found = new Map(query.data?.map((place) => [place._id, place]))
  const known = new Map([...seen, ...found])
  const emptyText = query.isError ? m.masters_choices_failed() : m.form_nothing_found()
  const choose = (ids: string[]) => {
    setSeen(known)
    input.onChange(ids)
  }
  return (
    <MultiSelect
      key={key}
      label={m.users_places()}
      description={own.length > 0 ? m.users_places_own_hint() : m.users_places_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
      {...longList}
      searchable
      hidePickedOptions
      comboboxProps={inDialog ? lists.dialog : lists.page}
      {...(inDialog && { classNames: { pillsList: classes.pills ?? '' } })}
      data={[...known.values()].map(({ _id, path }) => ({ value: _id, label: path }))}
      filter={({ options }) => options.filter((option) => 'value' in option && found.has(option.value))}
      renderOption={({ option }) => <PlaceOption place={known.get(option.value)} />}
      searchValue={text}
      onSearchChange={setText}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => setOpened(false)}
      nothingFoundMessage={query.isFetching ? m.common_loading() : emptyText}
      {...input}
      onChange={choose}
    />
  )
}

function PlaceOption({ place }: { place: Place | undefined }) {
  const above = place?.path.split(' > ').slice(0, -1).join(' > ')
  return (
    <div>
      <Text size="sm">{place?.name}</Text>
      {above !== '' && (
        <Text size="xs" c="dimmed">
          {above}
        </Text>
      )}
    </div>
  )
}
