import type { Webhook } from '@ats/contract/webhooks.ts'
import { z } from 'zod'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useReplayEntries } from './webhook-queries.ts'

const schema = () =>
  z
    .object({
      since: z.string(),
      fromEvent: z
        .string()
        .trim()
        .regex(/^\d{0,15}$/, m.webhooks_replay_number_wrong()),
    })
    .refine(({ since, fromEvent }) => (since === '') !== (fromEvent === ''), {
      path: ['since'],
      error: m.webhooks_replay_start(),
    })

type Props = { webhook: Webhook; onClose: () => void }

/** Sends earlier entries again, from a time or from the number of an entry. */
export function ReplayDialog({ webhook: { id, name }, onClose }: Props) {
  const replay = useReplayEntries(id)
  const form = useContractForm({
    schema: schema(),
    initial: { since: '', fromEvent: '' },
    send: ({ since, fromEvent }) =>
      replay(since === '' ? { fromEvent: Number(fromEvent) } : { since: new Date(since).toISOString() }),
    done: () => {
      onClose()
      toast.success(m.webhooks_replay_started({ name }))
    },
    failure: m.webhooks_step_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.webhooks_replay_named({ name })} sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={m.webhooks_replay()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <TextField
          form={form}
          name="since"
          type="datetime-local"
          label={m.webhooks_replay_since()}
          data-autofocus
        />
        <TextField
          form={form}
          name="fromEvent"
          inputMode="numeric"
          label={m.webhooks_replay_event()}
          description={m.webhooks_replay_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FormBody>
    </FormDialog>
  )
}
