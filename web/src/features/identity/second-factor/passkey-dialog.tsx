import type { Passkey } from '@ats/contract/identity/second-factor.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAddPasskey, useRenamePasskey } from './factor-queries.ts'
import { ConfirmPassword, passwordSchema } from './password-field.tsx'

const named = () => z.object({ name: z.string().trim().min(1, m.second_passkey_name_needed()).max(100) })

type Props = {
  hasPassword: boolean
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

/** The browser asks for the fingerprint, the PIN or the security key. */
export function PasskeyDialog({ hasPassword, onClose, onAdded }: Props) {
  const add = useAddPasskey()
  const form = useContractForm({
    schema: named().extend(passwordSchema(hasPassword).shape),
    initial: { name: '', password: '' },
    send: add,
    done: ({ recoveryCodes }) => onAdded(recoveryCodes),
    failure: m.second_passkey_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.second_passkey_add()}>
      <FormBody
        form={form}
        actions={
          <DialogActions form={form} text={m.second_passkey_create()} sending={m.second_passkey_waiting()} />
        }
      >
        <Text size="sm">{m.second_passkey_lead()}</Text>
        <TextField
          form={form}
          name="name"
          label={m.second_passkey_name()}
          description={m.second_passkey_name_hint()}
          maxLength={100}
          autoComplete="off"
          required
          data-autofocus
        />
        <ConfirmPassword form={form} hasPassword={hasPassword} />
      </FormBody>
    </FormDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey()
  const form = useContractForm({
    schema: named(),
    initial: { name: passkey.name },
    send: ({ name }) => rename({ id: passkey.id, name }),
    done: () => {
      onClose()
      toast.success(m.second_passkey_renamed())
    },
    failure: m.second_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.second_passkey_rename()}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <TextField
          form={form}
          name="name"
          label={m.second_passkey_name()}
          maxLength={100}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
