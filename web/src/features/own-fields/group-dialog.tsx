import { newOwnFieldGroup, type OwnFieldGroup } from '@ats/contract/own-fields/definitions.ts'
import { z } from 'zod'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useChangeGroup, useCreateGroup } from './definition-queries.ts'

const schema = newOwnFieldGroup.extend({ labelHi: z.string().trim().max(100) })

/** Adds or renames a group. */
export function GroupDialog({ group, onClose }: { group?: OwnFieldGroup; onClose: () => void }) {
  const [create, change] = [useCreateGroup(), useChangeGroup()]
  const form = useContractForm({
    schema,
    initial: { label: group?.label ?? '', labelHi: group?.labelHi ?? '' },
    send: ({ label, labelHi }) => {
      const body = { label, labelHi: labelHi || null }
      return group === undefined ? create(body) : change({ id: group.id, ...body })
    },
    done: onClose,
    failure: m.own_fields_save_failed(),
  })
  const title = group === undefined ? m.own_fields_group_add() : m.own_fields_group_rename()
  return (
    <FormDialog onClose={onClose} title={title}>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton text={title} sending={{ now: form.sending, text: m.common_saving() }} />
          </>
        }
      >
        <TextField
          form={form}
          name="label"
          label={m.own_fields_label()}
          maxLength={100}
          required
          data-autofocus
        />
        <TextField form={form} name="labelHi" label={m.own_fields_label_hi()} maxLength={100} lang="hi" />
      </FormBody>
    </FormDialog>
  )
}
