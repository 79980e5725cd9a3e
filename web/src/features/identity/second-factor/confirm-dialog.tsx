import { Text } from '@mantine/core'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { type Confirmed, useConfirmed } from './factor-queries.ts'
import { ConfirmPassword, passwordSchema } from './password-field.tsx'

type Props = {
  what: Confirmed
  hasPassword: boolean
  onClose: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}

const textsOf = (what: Confirmed) => {
  if ('make' in what)
    return { title: m.second_codes_new(), lead: m.second_codes_new_lead(), action: m.second_codes_make() }
  const isApp = what.remove === 'totp'
  return {
    title: isApp ? m.second_totp_remove() : m.second_passkey_remove_named({ name: what.name }),
    lead: isApp ? m.second_totp_remove_lead() : m.second_passkey_remove_lead(),
    action: m.second_remove(),
  }
}

/** Removals and new recovery codes need the password. */
export function ConfirmFactorDialog({ what, hasPassword, onClose, onDone }: Props) {
  const run = useConfirmed()
  const { title, lead, action } = textsOf(what)
  const form = useContractForm({
    schema: passwordSchema(hasPassword),
    initial: { password: '' },
    send: ({ password }) => run({ what, password }),
    done: onDone,
    failure: m.second_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={title}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={action}
            sending={m.common_submitting()}
            {...('remove' in what && { color: 'red' })}
          />
        }
      >
        <Text size="sm">{lead}</Text>
        <ConfirmPassword form={form} hasPassword={hasPassword} />
      </FormBody>
    </FormDialog>
  )
}
