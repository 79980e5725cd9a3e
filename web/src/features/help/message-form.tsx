import { type HelpRequest, newHelpMessage } from '@ats/contract/help.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts'
import { focusHeading } from '#ui/page/heading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useCloseRequest, useWriteMessage } from './help-queries.ts'

/** The label of the next message: an answer, an addition, or the reason to reopen a closed request. */
function wordsFor({ status, isMine }: HelpRequest) {
  if (status === 'closed') return { label: m.help_reopen_why(), send: m.help_reopen() }
  return isMine
    ? { label: m.help_add(), send: m.help_send() }
    : { label: m.help_answer(), send: m.help_answer_send() }
}

export function MessageForm({ request }: { request: HelpRequest }) {
  const isClosed = request.status === 'closed'
  const form = useContractForm({
    schema: newHelpMessage,
    initial: { text: '' },
    send: useWriteMessage(request._id, isClosed ? 'reopen' : 'write'),
    done: (_reply, clear) => clear(),
    failure: m.help_write_failed(),
  })
  useLeaveGuard(form.fields)
  const { label, send } = wordsFor(request)
  return (
    <FormBody
      form={form}
      actions={
        <>
          <SubmitButton text={send} sending={{ now: form.sending, text: m.help_sending() }} />
          {!isClosed && <CloseButton id={request._id} />}
        </>
      }
    >
      <TextAreaField
        form={form}
        name="text"
        label={label}
        maxLength={4000}
        minRows={3}
        maxRows={14}
        required
      />
    </FormBody>
  )
}

function CloseButton({ id }: { id: string }) {
  const closeRequest = useCloseRequest(id)
  const [isBusy, setBusy] = useState(false)
  const close = async () => {
    setBusy(true)
    try {
      await closeRequest(undefined)
      focusHeading()
      toast.success(m.help_closed_done())
    } catch (error) {
      toast.failure(m.help_close_failed(), messageOf(error, ''))
      setBusy(false)
    }
  }
  return (
    <Button variant="default" aria-disabled={isBusy} onClick={() => isBusy || void close()}>
      {m.help_close()}
    </Button>
  )
}
