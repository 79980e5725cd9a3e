import { PersonInput } from '#features/assets/find/asset-suggestions.tsx'
import { PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { errorProps, inputProps, starred } from '#ui/form/fields.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { BulkKind } from './asset-bulk-buttons.tsx'

export type BulkValues = { placeId: string; assignedUser: string; reason: string }

type Props = { form: ContractForm<BulkValues> }

/** The field that each action needs. */
export function BulkFields({ kind, form }: Props & { kind: BulkKind }) {
  if (kind === 'move') return <PlaceField form={form} />
  if (kind === 'assign') return <PersonField form={form} />
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
