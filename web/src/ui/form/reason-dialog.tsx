import { Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from './dialog-actions.tsx'
import { FormBody } from './form-body.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { useContractForm } from './use-contract-form.ts'

/** The records that the reason applies to: one by its name, or the selected ones. */
export type About = { ids: string[]; name?: string; clear?: () => void }

type Props<Reply> = {
  about: About
  title: string
  /** The consequence, if the title does not name it. */
  text?: string
  /** Label and texts of the reason, if it is not called a reason. */
  reason?: { label: string; description?: string; required: string }
  submit: { text: string; sending?: string; color?: string }
  failure: string
  send: (ids: string[], reason: string) => Promise<Reply>
  onDone: (reply: Reply, ids: string[]) => void
  onClose: () => void
  zIndex?: number
}

/** Asks for a reason, then changes the records. Stays open if the request fails. */
export function ReasonDialog<Reply>({ about, title, text, submit, onClose, zIndex, ...props }: Props<Reply>) {
  const { ids, name, clear } = about
  const { label, description, required } = props.reason ?? {
    label: m.inventory_reason(),
    required: m.inventory_reason_required(),
  }
  const form = useContractForm({
    schema: z.object({ reason: z.string().trim().min(1, required) }),
    initial: { reason: '' },
    send: ({ reason }) => props.send(ids, reason),
    done: (reply) => {
      clear?.()
      onClose()
      props.onDone(reply, ids)
    },
    failure: props.failure,
    saysFirst: 'failure',
  })
  const { sending = m.common_saving(), ...button } = submit
  return (
    <FormDialog onClose={onClose} title={title} {...(zIndex !== undefined && { zIndex })}>
      <FormBody form={form} actions={<DialogActions form={form} {...button} sending={sending} />}>
        {name !== undefined && <Text size="sm">{name}</Text>}
        {text !== undefined && <Text size="sm">{text}</Text>}
        <TextAreaField
          form={form}
          name="reason"
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={500}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
