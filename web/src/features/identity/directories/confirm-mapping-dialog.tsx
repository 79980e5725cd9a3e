import { directories, type GroupMapping } from '@ats/contract/identity/directories.ts'
import { Text } from '@mantine/core'
import { ConfirmPassword } from '#features/identity/second-factor/password-field.tsx'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useConfirmMapping } from './directory-queries.ts'

type Props = { directoryId: string; mapping: GroupMapping; onClose: () => void }

/** The second step before a group gives every place. */
export function ConfirmMappingDialog({ directoryId, mapping: { _id, group, roleName }, onClose }: Props) {
  const form = useContractForm({
    schema: directories.confirmMapping.body,
    initial: { password: '' },
    send: useConfirmMapping(directoryId, _id),
    done: () => {
      toast.success(m.directories_confirmed({ group }))
      onClose()
    },
    failure: m.directories_confirm_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.directories_confirm_named({ group })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.directories_confirm()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.directories_confirm_text({ role: shownName(roleName) })}</Text>
        <ConfirmPassword form={form} hasPassword />
      </FormBody>
    </FormDialog>
  )
}
