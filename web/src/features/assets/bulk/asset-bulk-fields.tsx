import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PersonInput } from '#features/assets/find/asset-suggestions.tsx'
import { OwnFieldInput, ownFieldLabel, ownFieldList } from '#features/own-fields/own-fields.ts'
import { PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { errorProps, inputProps, starred } from '#ui/form/fields.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { BulkKind } from './asset-bulk-buttons.tsx'

export type BulkValues = {
  placeId: string
  assignedUser: string
  reason: string
  field: string
  value: string
}

type Props = { form: ContractForm<BulkValues> }

/** The field that each action needs. */
export function BulkFields({ kind, form }: Props & { kind: BulkKind }) {
  if (kind === 'move') return <PlaceField form={form} />
  if (kind === 'assign') return <PersonField form={form} />
  if (kind === 'set-field') return <OwnFieldField form={form} />
  return <TextAreaField form={form} name="reason" label={m.assets_reason()} maxLength={500} minRows={2} />
}

function PlaceField({ form }: Props) {
  const value = form.fields.useWatchValue('placeId')
  return (
    <PlaceSelect
      label={m.assets_bulk_move_to()}
      {...starred(true)}
      data-autofocus
      value={value}
      scope={useScope()}
      error={form.fields.errors.placeId}
      {...errorProps(form, 'placeId')}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}

function PersonField({ form }: Props) {
  const { key, ...input } = inputProps(form, 'assignedUser')
  return (
    <PersonInput
      key={key}
      label={m.assets_assigned_user()}
      description={m.assets_bulk_assign_hint()}
      maxLength={200}
      data-autofocus
      {...input}
    />
  )
}

/** A field of the organisation and its new value; without a value, the field is cleared. */
function OwnFieldField({ form }: Props) {
  const { data: fields = [] } = useQuery(ownFieldList())
  const key = form.fields.useWatchValue('field')
  const value = form.fields.useWatchValue('value')
  const field = fields.find((one) => one.key === key)
  form.fields.watch('field', () => form.fields.setFieldValue('value', ''))
  const error = form.fields.errors.value ?? form.fields.errors[`fields.${key}`]
  return (
    <Stack>
      <SelectField
        form={form}
        name="field"
        label={m.assets_field()}
        required
        data-autofocus
        data={[
          { value: '', label: m.form_choose() },
          ...fields.map((one) => ({ value: one.key, label: ownFieldLabel(one) })),
        ]}
      />
      {field !== undefined && (
        <OwnFieldInput
          key={field.key}
          field={field}
          value={value}
          error={error}
          {...errorProps(form, `fields.${key}`)}
          onChange={(text) => {
            form.fields.clearFieldError(`fields.${key}`)
            form.fields.setFieldValue('value', text)
          }}
        />
      )}
      {field !== undefined && value === '' && !field.required && (
        <Text size="sm" c="dimmed">
          {m.assets_bulk_field_cleared()}
        </Text>
      )}
    </Stack>
  )
}
