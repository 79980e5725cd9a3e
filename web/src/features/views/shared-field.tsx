import { PlaceSelect } from '#features/places/places.ts'
import { m } from '#texts'
import { errorProps } from '#ui/form/fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'

type Values = { name: string; placeId: string }

/** People who see this place see the view; without a place only its owner does. */
export function SharedField({ form }: { form: ContractForm<Values> }) {
  return (
    <PlaceSelect
      label={m.views_shared_in()}
      description={m.views_shared_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={m.views_private()}
      value={form.fields.useWatchValue('placeId')}
      scope={{}}
      error={form.fields.errors.placeId}
      {...errorProps(form, 'placeId')}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}
