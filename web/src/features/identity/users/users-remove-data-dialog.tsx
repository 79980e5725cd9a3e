import type { ListedUser } from '@ats/contract/identity/users.ts'
import { List, Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { focusHeading } from '#ui/page/heading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { fullName } from './user-name.ts'
import { useRemovePersonalData } from './user-queries.ts'

/** Says what follows. The name has to be typed, because nothing can be undone. */
export function RemoveDataDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const name = fullName(user)
  const remove = useRemovePersonalData()
  const form = useContractForm({
    schema: z.object({
      name: z
        .string()
        .trim()
        .refine((typed) => typed === name, m.users_remove_data_mismatch()),
    }),
    initial: { name: '' },
    send: () => remove(user._id),
    done: () => {
      onClose()
      toast.success(m.users_remove_data_started())
      focusHeading()
    },
    failure: m.users_remove_data_failed(),
    saysFirst: 'failure',
  })
  const actions = (
    <DialogActions
      form={form}
      text={m.users_remove_data()}
      sending={m.users_remove_data_sending()}
      color="red"
    />
  )
  return (
    <FormDialog onClose={onClose} title={m.users_remove_data_title({ name })}>
      <FormBody form={form} actions={actions}>
        <Stack gap="xs">
          <List size="sm" spacing="xs">
            <List.Item>{m.users_remove_data_account()}</List.Item>
            <List.Item>{m.users_remove_data_names({ number: String(user.number) })}</List.Item>
            <List.Item>{m.users_remove_data_kept()}</List.Item>
          </List>
          <Text size="sm" fw={600}>
            {m.users_remove_data_final()}
          </Text>
        </Stack>
        <TextField
          form={form}
          name="name"
          label={m.users_remove_data_type({ name })}
          autoComplete="off"
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
