import type { Place } from '@ats/contract/places.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allStates } from '#features/assets/assets.ts'
import { cities, PlaceName, PlaceSelect, placeById, placeKindNames } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { formatDate } from '#kernel/words/format.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listOverPage, records } from '#ui/form/records.tsx'
import type { Field, FieldInput } from './report.ts'
import { placesOfKind } from './report-queries.ts'

export function TextInputField({ label, value, onChange }: FieldInput) {
  return (
    <TextInput
      label={label}
      maxLength={200}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

export const DayValue = ({ value }: { value: string }) => formatDate(value)

type SelectProps = FieldInput & { any: string; choices: readonly { value: string; label: string }[] }

function ChoiceField({ label, value, onChange, any, choices }: SelectProps) {
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...choices]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

function StateField(props: FieldInput) {
  const { data: states = [] } = useQuery(allStates)
  const choices = states.map((name) => ({ value: name, label: shownName(name) }))
  return <ChoiceField {...props} any={m.assets_state_any()} choices={choices} />
}

function CityField(props: FieldInput) {
  const { data = [] } = useQuery(cities)
  const choices = data.map(({ name, location }) => ({ value: location, label: name }))
  return <ChoiceField {...props} any={m.app_all_locations()} choices={choices} />
}

function CityValue({ value }: { value: string }) {
  const { data = [] } = useQuery(cities)
  return data.find(({ location }) => location === value)?.name ?? value
}

type PlaceScope = { kind: 'mm' | 'property'; under: { location?: string; parentId?: string } }

const PlaceOfKind = recordSelect(
  records({
    find: (search, { kind, under }: PlaceScope) => placesOfKind(kind, search, under),
    byId: (id) => ({
      ...placeById(id),
      select: (place: Place | null) =>
        place && { id: place._id, name: place.name, above: place.names.slice(0, -1) },
    }),
    choiceOf: ({ id, name, above }: { id: string; name: string; above: string[] }) => ({
      id,
      name,
      path: above.join(' > '),
      label: name,
    }),
  }),
)

type PlaceProps = Pick<FieldInput, 'label' | 'value' | 'onChange'> & { any: string; scope: PlaceScope }

function PlaceField({ label, value = '', onChange, any, scope }: PlaceProps) {
  return (
    <PlaceOfKind
      label={label}
      placeholder={any}
      clears={label}
      scope={scope}
      value={value}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}

const inCity = ({ location }: FieldInput['filter']) => (location === undefined ? {} : { location })

function MmField({ filter, ...props }: FieldInput) {
  return <PlaceField {...props} any={m.reports_any_mm()} scope={{ kind: 'mm', under: inCity(filter) }} />
}

function PropertyField({ filter, ...props }: FieldInput) {
  const under = filter.mmId === undefined ? inCity(filter) : { parentId: filter.mmId }
  return <PlaceField {...props} any={m.reports_any_property()} scope={{ kind: 'property', under }} />
}

function NameOfPlace({ value }: { value: string }) {
  const { data } = useQuery(placeById(value))
  return data?.name ?? value
}

const StateValue = ({ value }: { value: string }) => shownName(value)

type Shown = { ids: string[]; names: string[] }

/**
 * Checks the place in the field, which is in the cache because its name is shown. Until it is loaded, the
 * field keeps its value.
 */
const shownPlaceFits = (id: string, fits: (place: Shown) => boolean) => {
  const place = queryClient.getQueryData(placeById(id).queryKey)
  return place === undefined || (place !== null && fits(place))
}

/** The city and the MM that a place is in, by the names of their fields. */
async function fieldsAbove(id: string): Promise<{ location?: string; mmId?: string }> {
  const place = await queryClient.fetchQuery(placeById(id)).catch(() => null)
  if (place === null) return {}
  const [[city = ''], [, mmId]] = [place.names, place.ids]
  return { location: city.toLowerCase(), ...(mmId !== undefined && { mmId }) }
}

/** The property depends on the MM, and the MM on the city. A property chosen first fills its MM and its city. */
export const cityField = {
  name: 'location',
  label: m.imports_column_city,
  Input: CityField,
  Value: CityValue,
  leads: ['mmId', 'propertyId'],
  leavesIn: (city, place) => shownPlaceFits(place, ({ names }) => names[0]?.toLowerCase() === city),
} as const satisfies Field
export const mmField = {
  name: 'mmId',
  label: m.imports_column_mm,
  Input: MmField,
  Value: NameOfPlace,
  leads: ['propertyId'],
  leavesIn: (mm, property) => shownPlaceFits(property, ({ ids }) => ids.includes(mm)),
  fills: fieldsAbove,
} as const satisfies Field
export const propertyField = {
  name: 'propertyId',
  label: m.imports_column_property,
  Input: PropertyField,
  Value: NameOfPlace,
  fills: fieldsAbove,
} as const satisfies Field
export const stateField = {
  name: 'assetState',
  label: m.deleted_state,
  Input: StateField,
  Value: StateValue,
} as const satisfies Field

function AnyPlaceField({ label, value, onChange }: FieldInput) {
  return (
    <PlaceSelect
      label={label}
      placeholder={m.assets_place_any()}
      comboboxProps={listOverPage}
      value={value ?? ''}
      scope={useScope()}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}

/** Any place within the city of the address. */
export const placeField = {
  name: 'placeId',
  label: m.deleted_place,
  Input: AnyPlaceField,
  Value: PlaceName,
} as const satisfies Field

const lacks = { tag: m.reports_lacks_tag, picture: m.reports_lacks_picture }

const oneOf = (names: Record<string, () => string>) =>
  function OneOf({ label, value, onChange }: FieldInput) {
    return (
      <NativeSelect
        label={label}
        data={Object.entries(names).map(([name, text]) => ({ value: name, label: text() }))}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
const namedBy = (names: Record<string, () => string>) =>
  function Named({ value }: { value: string }) {
    return names[value]?.() ?? value
  }

export const LevelField = oneOf(placeKindNames)
export const LevelValue = namedBy(placeKindNames)
export const LacksField = oneOf(lacks)
export const LacksValue = namedBy(lacks)

const covered = { yes: m.reports_covered_yes, no: m.reports_covered_no }
export const CoveredField = oneOf(covered)
export const CoveredValue = namedBy(covered)
