import { sweep } from '@ats/contract/inventories/counting.ts'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { deviceName, givenName, nameDevice } from './outbox/device.ts'

/** Without a name, the device goes by its browser. */
const schema = z.object({ name: z.union([z.literal(''), sweep.shape.device]) })

export function DeviceNameDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm({
    schema,
    initial: { name: givenName() },
    send: async ({ name }) => nameDevice(name),
    done: onClose,
    failure: m.count_device_failed(),
  })
  return (
    <FormDialog title={m.count_device_title()} onClose={onClose} sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <TextField
          form={form}
          name="name"
          label={m.count_device_label()}
          description={m.count_device_hint()}
          placeholder={deviceName(navigator.userAgent)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
