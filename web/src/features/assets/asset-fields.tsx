import type { Asset } from '@ats/contract/assets/assets.ts'
import { type DetailField, detailNames, details, type FieldType } from '@ats/contract/assets/fields.ts'
import type { MasterKind } from '@ats/contract/masters.ts'
import type { Place } from '@ats/contract/places.ts'
import type { TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OwnFieldInputs, ownFieldList, type TypedValues } from '#features/own-fields/own-fields.ts'
import { cities, PlaceSelect } from '#features/places/places.ts'
import { fieldLabels } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'
import { errorProps, inputProps, type Native, starred, TextField } from '#ui/form/fields.tsx'
import { Fold } from '#ui/form/fold.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { FieldRow, inPairs } from '#ui/form/form-page.tsx'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { AssetFormValues } from './asset-schema.ts'
import { StateSelectField } from './asset-state-field.tsx'
import { MasterInput, PersonInput } from './find/asset-suggestions.tsx'

type Props = { form: ContractForm<AssetFormValues> }

/**
 * Keyboard-wedge readers send Enter after a tag; here it only marks the tag as complete and does not submit.
 */
export function TagField({ form, required = true }: Props & { required?: boolean }) {
  return (
    <TextField
      form={form}
      name="rfidTag"
      label={m.assets_rfid_tag()}
      autoComplete="off"
      spellCheck={false}
      required={required}
      data-autofocus
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}

type NameProps = Props & { name: 'assetName' | DetailField; kind: MasterKind; required?: boolean }

function NameField({ form, name, kind, required }: NameProps) {
  const { key, ...input } = inputProps(form, name)
  return <MasterInput key={key} kind={kind} label={fieldLabels[name]()} {...starred(required)} {...input} />
}

export function AssetNameField({ form }: Props) {
  return <NameField form={form} name="assetName" kind="asset-name" required />
}

export function AssignedUserField({ form }: Props) {
  const { key, ...input } = inputProps(form, 'assignedUser')
  return <PersonInput key={key} label={m.assets_assigned_user()} {...input} />
}

export function StateField({ form }: Props) {
  return (
    <StateSelectField
      form={form}
      name="assetState"
      label={m.assets_state()}
      present={form.fields.getInitialValues().assetState}
    />
  )
}

const cityOf = ({ names: [city = ''] }: Place) => city.toLowerCase()

/** The cities within scope, plus the asset's own city until they are loaded. */
function useCityChoices(present: string) {
  const { data = [] } = useQuery(cities)
  const choices = data.map(({ location, name }) => ({ value: location, label: name }))
  return present === '' || choices.some(({ value }) => value === present)
    ? choices
    : [{ value: present, label: present }, ...choices]
}

/** The city, and optionally a place in it. Choosing a place first also sets its city. */
export function PlaceFields({ form }: Props) {
  const cityChoices = useCityChoices(form.fields.getInitialValues().location)
  const location = form.fields.useWatchValue('location')
  const placeId = form.fields.useWatchValue('placeId')
  form.fields.watch('location', ({ value }) => {
    if (value !== '' && placeId) form.fields.setFieldValue('placeId', '')
  })
  const choose = (id: string, place: Place | null) => {
    form.fields.setFieldValue('placeId', id)
    if (place !== null && location === '') form.fields.setFieldValue('location', cityOf(place))
  }
  return (
    <FieldRow>
      <LoadedSelectField
        form={form}
        name="location"
        label={m.assets_location()}
        query={useQuery(cities)}
        data={cityChoices}
        required
      />
      <PlaceSelect
        label={m.assets_place()}
        description={m.assets_place_hint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={form.fields.errors.placeId}
        {...errorProps(form, 'placeId')}
        value={placeId ?? ''}
        scope={location === '' ? {} : { location }}
        onChange={choose}
      />
    </FieldRow>
  )
}

const inputs: Record<Exclude<FieldType, 'master' | 'day'>, Native<TextInputProps>> = {
  text: { autoComplete: 'off' },
  months: { inputMode: 'numeric', autoComplete: 'off' },
}

function DetailInput({ form, field }: Props & { field: (typeof details)[number] }) {
  if (field.is === 'master') return <NameField form={form} name={field.name} kind={field.kind} />
  const given = { form, name: field.name, label: fieldLabels[field.name]() }
  return field.is === 'day' ? <FormDayField {...given} /> : <TextField {...given} {...inputs[field.is]} />
}

/** Optional details, two per row, folded until the person or an error opens them. */
export function DetailFields({ form }: Props) {
  return (
    <Fold title={m.assets_more_details()} isWrong={detailNames.some((name) => form.fields.errors[name])}>
      {inPairs(details).map((pair) => (
        <FieldRow key={pair[0]?.name}>
          {pair.map((field) => (
            <DetailInput key={field.name} form={form} field={field} />
          ))}
        </FieldRow>
      ))}
    </Fold>
  )
}

/** The fields of the organisation. */
export function OwnFields({ form, asset }: Props & { asset?: Pick<Asset, 'fields' | 'fieldTexts'> }) {
  const { data = [] } = useQuery(ownFieldList())
  const assetName = form.fields.useWatchValue('assetName')
  const typed = form.fields.useWatchValue('fields')
  if (data.length === 0) return null
  const change = (next: TypedValues) => {
    for (const key of Object.keys(next))
      if (next[key] !== typed[key]) form.fields.clearFieldError(`fields.${key}`)
    form.fields.setFieldValue('fields', next)
  }
  const errorOf = (key: string) => ({
    error: form.fields.errors[`fields.${key}`],
    ...errorProps(form, `fields.${key}`),
  })
  return <OwnFieldInputs {...{ assetName, typed, errorOf }} {...(asset && { asset })} onChange={change} />
}
