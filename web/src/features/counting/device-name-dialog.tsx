import { sweep } from '@ats/contract/inventories/counting.ts'
import { Button } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { deviceName, givenName, nameDevice } from './outbox/device.ts'
import { forgetHandheld, thisHandheld } from './outbox/handheld.ts'
import { syncNow } from './outbox/sync.ts'

/** Without a name, the device goes by its browser. */
const schema = z.object({ name: z.union([z.literal(''), sweep.shape.device]) })

/** A handheld has its name from the people who manage it. */
export function DeviceNameDialog({ onClose }: { onClose: () => void }) {
  const handheld = thisHandheld()
  return handheld === null ? <OwnName onClose={onClose} /> : <GivenName {...handheld} onClose={onClose} />
}

function GivenName({ name, onClose }: { name: string; onClose: () => void }) {
  const forget = () => {
    forgetHandheld()
    syncNow()
    onClose()
  }
  return (
    <Dialog title={m.count_device_title()} onClose={onClose}>
      <p>{m.handhelds_given_name({ name })}</p>
      <DialogButtons>
        <Button size="md" variant="default" onClick={forget}>
          {m.handhelds_forget()}
        </Button>
        <Button size="md" data-autofocus onClick={onClose}>
          {m.common_close()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function OwnName({ onClose }: { onClose: () => void }) {
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
