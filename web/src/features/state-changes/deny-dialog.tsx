import type { BulkResult } from '@ats/contract/bulk.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { counted } from '#kernel/format.ts'
import { m } from '#texts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import type { Denying } from './use-deciding.ts'

type Props = {
  denying: Denying
  deny: (ids: string[], note: string) => Promise<BulkResult>
  onDenied: (reply: BulkResult) => void
  onClose: () => void
}

/** Whoever asked is told why not. */
export function DenyDialog({ denying: { ids, name, clear }, deny, onDenied, onClose }: Props) {
  const form = useContractForm({
    schema: z.object({ note: z.string().trim().min(1, m.queue_note_required()) }),
    initial: { note: '' },
    send: ({ note }) => deny(ids, note),
    done: (reply) => {
      clear?.()
      onClose()
      onDenied(reply)
    },
    failure: m.queue_deny_failed(),
    saysFirst: 'failure',
  })
  const title = counted(ids.length, m.queue_deny_title_one, m.queue_deny_title)
  return (
    <FormDialog onClose={onClose} zIndex={350} title={title}>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={title}
              sending={{ now: form.sending, text: m.queue_deciding() }}
              color="red"
            />
          </>
        }
      >
        {name !== undefined && <Text size="sm">{name}</Text>}
        <TextAreaField
          form={form}
          name="note"
          label={m.requests_note()}
          description={m.queue_note_hint()}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={500}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
