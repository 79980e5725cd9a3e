import type { Place } from '@ats/contract/places.ts'
import { Fragment } from 'react'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listInForm, listOverPage, recordName, records } from '#ui/form/records.tsx'
import type { FilterInput } from '#ui/table/column.ts'
import { placeKindNames } from './place-kind-names.ts'
import { placeById, placesFound } from './place-queries.ts'

/** Any place of the tree within scope, found by the words of its path. */
const placeRecords = records({
  find: placesFound,
  byId: placeById,
  /** The place's own name comes first, because the path is often longer than the field. */
  choiceOf: ({ _id, kind, name, names }: Place) => {
    const above = names.slice(0, -1).join(' > ')
    return {
      id: _id,
      name,
      path: [placeKindNames[kind](), above].filter(Boolean).join(' · '),
      label: [name, above].filter(Boolean).join(' · '),
    }
  },
})

export const PlaceSelect = recordSelect(placeRecords, () => ({
  placeholder: m.assets_place_search(),
  openOnFocus: false,
  comboboxProps: listInForm,
  clears: m.assets_place(),
}))

export const PlaceName = recordName(placeRecords, ({ path }) => path)

type FilterProps = Pick<FilterInput, 'label' | 'value' | 'onChange'> & { className?: string | undefined }

/** Filters a list by a place within the city of the address. */
export function PlaceFilter({ label, value = '', onChange, className = '' }: FilterProps) {
  return (
    <PlaceSelect
      className={className}
      aria-label={label}
      placeholder={m.assets_place_any()}
      comboboxProps={listOverPage}
      value={value}
      scope={useScope()}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}

export const PlaceNames = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <Fragment key={value}>
      <PlaceName value={value} />
      <br />
    </Fragment>
  ))
