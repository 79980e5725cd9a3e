import { type PrintJob, printRange } from '@ats/contract/print-jobs.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useRepeatPrinting } from './printing-queries.ts'

const number = z.string().transform(Number)
const schema = z.object({ from: number, to: number }).pipe(printRange)

type Props = { job: PrintJob; name: string; onClose: () => void }

/** Prints a range of labels again, as another job. */
export function RepeatDialog({ job: { id, total }, name, onClose }: Props) {
  const send = useRepeatPrinting(id)
  const form = useContractForm({
    ...{ schema, initial: { from: '1', to: String(total) }, send, failure: m.printing_step_failed() },
    done: () => {
      onClose()
      toast.success(m.printing_started())
    },
  })
  return (
    <FormDialog onClose={onClose} title={`${m.printing_repeat()}: ${name}`}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.printing_repeat()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.printing_repeat_text()}</Text>
        <TextField
          form={form}
          name="from"
          label={m.printing_from()}
          inputMode="numeric"
          maxLength={6}
          required
          data-autofocus
        />
        <TextField form={form} name="to" label={m.printing_to()} inputMode="numeric" maxLength={6} required />
      </FormBody>
    </FormDialog>
  )
}
