import { newHelpRequest } from '@ats/contract/help.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAskForHelp } from './help-queries.ts'

const schema = newHelpRequest.extend({ image: z.instanceof(Blob).nullable() })

export function AskDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} size="lg" title={m.help_get()}>
      <AskForm onSent={onClose} />
    </FormDialog>
  )
}

function AskForm({ onSent }: { onSent: () => void }) {
  const form = useContractForm({
    schema,
    initial: { subject: '', text: '', image: null } as z.input<typeof schema>,
    send: useAskForHelp(),
    done: ({ id }) => {
      toast.success(m.help_sent({ id: formatNumber(id) }))
      onSent()
    },
    failure: m.help_send_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.help_send()} sending={m.help_sending()} />}
    >
      <Text size="sm" c="dimmed">
        {m.help_get_lead()}
      </Text>
      <TextField
        form={form}
        name="subject"
        label={m.help_subject()}
        maxLength={200}
        required
        data-autofocus
      />
      <TextAreaField
        form={form}
        name="text"
        label={m.help_text()}
        description={m.help_text_hint()}
        maxLength={4000}
        minRows={4}
        maxRows={14}
        required
      />
      <ImageField form={form} name="image" label={m.help_screenshot()} />
    </FormBody>
  )
}
