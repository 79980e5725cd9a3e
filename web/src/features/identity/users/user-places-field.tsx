import type { Place } from '@ats/contract/places.ts'
import { useQuery } from '@tanstack/react-query'
import { placesFound } from '#features/places/places.ts'
import { m } from '#texts'
import { listInForm, listOverPage, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { SearchMultiSelect } from '#ui/form/search-multi-select.tsx'
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

const choiceOf = ({ _id, name, names, path }: Place) => ({
  id: _id,
  name,
  detail: names.slice(0, -1).join(' > '),
  label: path,
})

/** Any places of the tree, found by the words of their path. */
export function PlacesField<V extends Record<string, unknown>>({
  form,
  name,
  given = none,
  disabled = false,
  inDialog = false,
}: Props<V>) {
  const own = useOwnPlaces()
  const { key, ...input } = inputProps(form, name)
  const search = useChoiceSearch()
  const query = useQuery({ ...placesFound(search.search), enabled: search.isWanted })
  return (
    <SearchMultiSelect
      key={key}
      label={m.users_places()}
      description={own.length > 0 ? m.users_places_own_hint() : m.users_places_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
      comboboxProps={inDialog ? listInForm : listOverPage}
      {...(inDialog && { classNames: { pillsList: classes.pills ?? '' } })}
      search={search}
      query={query}
      found={(query.data ?? []).map(choiceOf)}
      given={[...own, ...given].map(choiceOf)}
      {...input}
    />
  )
}
