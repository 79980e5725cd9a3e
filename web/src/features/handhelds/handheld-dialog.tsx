import {
  type Handheld,
  type HandheldWithToken,
  type NewHandheld,
  newHandheld,
} from '@ats/contract/handhelds.ts'
import { z } from 'zod'
import { PlaceSelect } from '#features/places/places.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { errorProps, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAddHandheld, useChangeHandheld } from './handheld-queries.ts'

type Values = { name: string; model: string; placeId: string }

const text = z.string()
const schema = z
  .object({ name: text, model: text, placeId: text })
  .transform(({ placeId, ...rest }): NewHandheld => ({ ...rest, placeId: placeId === '' ? null : placeId }))
  .pipe(newHandheld)

const initialOf = (handheld: Handheld | undefined): Values => ({
  name: handheld?.name ?? '',
  model: handheld?.model ?? '',
  placeId: handheld?.place?.id ?? '',
})

const conflictFields = () => ({
  name: { label: m.handhelds_name() },
  model: { label: m.handhelds_model() },
  placeId: { label: m.handhelds_place() },
})

type Props = { handheld?: Handheld; onMade: (made: HandheldWithToken) => void; onClose: () => void }

/** Adds a handheld, and then shows its link; or edits one. */
export function HandheldDialog({ handheld, onMade, onClose }: Props) {
  const [add, change] = [useAddHandheld(), useChangeHandheld(handheld?.id ?? '')]
  const first = useFirstShown(handheld)
  const form: ContractForm<Values> = useContractForm({
    ...{ schema, initial: initialOf(first), failure: m.handhelds_save_failed(), leave: onClose },
    send: async (body): Promise<Handheld | HandheldWithToken> => {
      if (first === undefined) return add(body)
      const before = schema.parse(initialOf(first))
      const edited = { ...differing(before, body), version: first.version }
      return sendOrDecide(edited, conflictFields(), (sent) => change(sent))
    },
    done: (saved) => {
      onClose()
      if ('token' in saved) onMade(saved)
      else toast.success(m.handhelds_saved({ name: saved.name }))
    },
  })
  const title = handheld === undefined ? m.handhelds_add() : m.handhelds_edit_named({ name: handheld.name })
  const send = handheld === undefined ? m.handhelds_add() : m.common_save()
  return (
    <FormDialog onClose={onClose} title={title}>
      <FormBody form={form} actions={<DialogActions form={form} text={send} sending={m.common_saving()} />}>
        <TextField
          form={form}
          name="name"
          label={m.handhelds_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <TextField form={form} name="model" label={m.handhelds_model()} maxLength={100} />
        <PlaceSelect
          label={m.handhelds_place()}
          description={m.handhelds_place_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={m.handhelds_everybody()}
          value={form.fields.useWatchValue('placeId')}
          scope={{}}
          error={form.fields.errors.placeId}
          {...errorProps(form, 'placeId')}
          onChange={(id) => form.fields.setFieldValue('placeId', id)}
        />
      </FormBody>
    </FormDialog>
  )
}
