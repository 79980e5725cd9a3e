import type { Place } from '@ats/contract/places.ts'
import { placesFound } from '#features/places/places.ts'
import { m } from '#texts'
import type { InForm } from '#ui/form/fields.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { listInForm, listOverPage, records } from '#ui/form/records.tsx'
import { useOwnPlaces } from './user-own-places.ts'
import classes from './user-places-field.module.css'

type Props<V extends Record<string, unknown>> = InForm<V> & {
  given?: Place[]
  disabled?: boolean
  /** What the places mean, if they are not those of a person. */
  label?: string
  hint?: string
  /** Renders the list inside the dialog of the field. */
  inDialog?: boolean
}

const none: Place[] = []

/** Any places of the tree, found by the words of their path and shown by it. */
const places = records({
  find: placesFound,
  choiceOf: ({ _id, name, names, path }: Place) => ({
    id: _id,
    name,
    path: names.slice(0, -1).join(' > '),
    label: path,
  }),
})

export function PlacesField<V extends Record<string, unknown>>({
  given = none,
  inDialog = false,
  label = m.users_places(),
  hint,
  ...props
}: Props<V>) {
  const own = useOwnPlaces()
  return (
    <RecordMultiSelect
      {...props}
      of={places}
      scope={{}}
      label={label}
      description={hint ?? (own.length > 0 ? m.users_places_own_hint() : m.users_places_hint())}
      comboboxProps={inDialog ? listInForm : listOverPage}
      {...(inDialog && { classNames: { pillsList: classes.pills ?? '' } })}
      given={[...own, ...given].map(places.choiceOf)}
    />
  )
}
