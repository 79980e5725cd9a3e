import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAddDirectory, useChangeDirectory } from './directory-queries.ts'
import { LdapFields, OidcFields } from './directory-settings-fields.tsx'
import { changeOf, directorySchema, type Edited, valuesOf } from './directory-values.ts'

type Props = { edited: Edited; onClose: () => void }

const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Adds a directory, or changes one. */
export function DirectoryDialog({ edited, onClose }: Props) {
  const isNew = typeof edited === 'string'
  const kind = isNew ? edited : edited.kind
  const add = { oidc: m.directories_add_oidc, ldap: m.directories_add_ldap }
  const form = useDirectoryForm({ edited, onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? add[kind]() : m.directories_edit_named({ name: edited.name })}
      size="lg"
      sheet
    >
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <TextField
          form={form}
          name="name"
          label={m.directories_name()}
          description={m.directories_name_hint()}
          inputWrapperOrder={hintBelow}
          maxLength={100}
          required
          data-autofocus
        />
        {kind === 'oidc' ? <OidcFields form={form} /> : <LdapFields form={form} />}
        <PasswordField
          form={form}
          name="secret"
          label={kind === 'oidc' ? m.directories_client_secret() : m.directories_bind_password()}
          autoComplete="off"
          {...(!isNew &&
            edited.hasSecret && { description: m.directories_secret_kept(), inputWrapperOrder: hintBelow })}
        />
        <CheckboxField form={form} name="enabled" label={m.directories_enabled()} />
      </FormBody>
    </FormDialog>
  )
}

function useDirectoryForm({ edited, onClose }: Props) {
  const first = useFirstShown(edited)
  const add = useAddDirectory()
  const change = useChangeDirectory(typeof first === 'string' ? '' : first._id)
  return useContractForm({
    schema: directorySchema,
    initial: valuesOf(first),
    send: (values) =>
      typeof first === 'string'
        ? add(values)
        : sendOrDecide(changeOf(values, first.version), conflictFields(), (sent) => change(sent)),
    done: ({ name }) => {
      toast.success(m.directories_saved({ name }))
      onClose()
    },
    leave: onClose,
    failure: m.directories_save_failed(),
  })
}

const conflictFields = (): ConflictFields => ({
  name: { label: m.directories_name() },
  enabled: { label: m.directories_enabled(), show: (on: boolean) => (on ? m.common_yes() : m.common_no()) },
})
