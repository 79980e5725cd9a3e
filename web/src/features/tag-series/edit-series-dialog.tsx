import { type TagSeries, tagSeriesChange } from '@ats/contract/tag-series.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useChangeSeries } from './series-queries.ts'

const schema = tagSeriesChange.pick({ name: true, nextSerial: true }).required()

/** Only the name changes, and the next number goes up. */
export function EditSeriesDialog({ series, onClose }: { series: TagSeries; onClose: () => void }) {
  const change = useChangeSeries(series.id)
  const { name, nextSerial, version } = useFirstShown(series)
  const initial = { name, nextSerial }
  const form = useContractForm({
    ...{ schema, initial, failure: m.tagseries_save_failed(), leave: onClose },
    send: (values) =>
      sendOrDecide(
        { ...differing(initial, values), version },
        { name: { label: m.tagseries_name() } },
        (sent) => change(sent),
      ),
    done: (changed) => {
      onClose()
      toast.success(m.tagseries_saved({ name: changed.name }))
    },
  })
  return (
    <FormDialog onClose={onClose} title={m.tagseries_edit_named({ name })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <TextField
          form={form}
          name="name"
          label={m.tagseries_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <TextField
          form={form}
          name="nextSerial"
          label={m.tagseries_next()}
          description={m.tagseries_next_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={19}
          required
        />
      </FormBody>
    </FormDialog>
  )
}
