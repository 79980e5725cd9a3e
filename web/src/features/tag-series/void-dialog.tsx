import { newVoidTag, type TagSeries } from '@ats/contract/tag-series.ts'
import { Text } from '@mantine/core'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useVoidNumber } from './series-queries.ts'

/** For a spoilt label. It cannot be undone. */
export function VoidDialog({ series: { id, name }, onClose }: { series: TagSeries; onClose: () => void }) {
  const send = useVoidNumber(id)
  const form = useContractForm({
    ...{ schema: newVoidTag, initial: { serial: '', reason: '' }, send, failure: m.tagseries_save_failed() },
    done: ({ serial }) => {
      onClose()
      toast.success(m.tagseries_voided({ serial }))
    },
  })
  return (
    <FormDialog onClose={onClose} title={m.tagseries_void_named({ name })}>
      <FormBody
        form={form}
        actions={
          <DialogActions form={form} text={m.tagseries_void()} sending={m.common_saving()} color="red" />
        }
      >
        <Text size="sm">{m.tagseries_void_text()}</Text>
        <TextField
          form={form}
          name="serial"
          label={m.tagseries_serial()}
          inputMode="numeric"
          maxLength={19}
          required
          data-autofocus
        />
        <TextField form={form} name="reason" label={m.inventory_reason()} maxLength={500} required />
      </FormBody>
    </FormDialog>
  )
}
