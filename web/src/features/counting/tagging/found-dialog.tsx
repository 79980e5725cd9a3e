import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'

const schema = z.object({
  assetName: z
    .string()
    .trim()
    .min(1, { error: () => m.tagging_found_needed() })
    .max(200),
})

/** An asset that is in the room and not registered: it is registered with its tag. */
export function FoundDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const form = useContractForm({
    schema,
    initial: { assetName: '' },
    send: async ({ assetName }) => assetName,
    done: onName,
    failure: m.tagging_found_needed(),
  })
  return (
    <FormDialog title={m.tagging_found()} onClose={onClose} sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.tagging_found_take()} sending={m.tagging_keeping()} />}
      >
        <TextField
          form={form}
          name="assetName"
          label={m.assets_name()}
          required
          autoComplete="off"
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
