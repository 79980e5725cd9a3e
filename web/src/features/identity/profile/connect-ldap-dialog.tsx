import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import type { ShownDirectory } from '@ats/contract/identity/shown-directory.ts'
import { Text } from '@mantine/core'
import type { z } from 'zod'
import { useChange } from '#kernel/http/use-change.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'

type Body = z.infer<typeof directorySignIn.connectLdap.body>

/** Both accounts are proven by their passwords: the one here and the one of the directory. */
export function ConnectLdapDialog({
  directory: { _id: id, name },
  onClose,
}: {
  directory: ShownDirectory
  onClose: () => void
}) {
  const { mutateAsync } = useChange(directorySignIn.connectLdap, (body: Body) => ({ params: { id }, body }))
  const form = useContractForm({
    schema: directorySignIn.connectLdap.body,
    initial: { password: '', login: '', directoryPassword: '' },
    send: mutateAsync,
    done: () => {
      toast.success(m.ldap_connected({ name }))
      onClose()
    },
    failure: m.directories_connect_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.directories_connect_named({ name })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.directories_connect()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.ldap_connect_text({ name })}</Text>
        <PasswordField
          form={form}
          name="password"
          label={m.ldap_own_password()}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <TextField form={form} name="login" label={m.ldap_login({ name })} autoComplete="off" required />
        <PasswordField
          form={form}
          name="directoryPassword"
          label={m.ldap_password({ name })}
          autoComplete="off"
          required
        />
      </FormBody>
    </FormDialog>
  )
}
