import { CancelButton } from './form-dialog.tsx'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  form: { sending: boolean }
  text: string
  sending: string
  color?: string
  /** The initial focus is on Cancel. */
  isCareful?: boolean
}

/** The buttons of a form in a dialog: Cancel first, the action last. */
export function DialogActions({ form, text, sending, color, isCareful = false }: Props) {
  return (
    <>
      <CancelButton {...(isCareful && { 'data-autofocus': true })} />
      <SubmitButton
        text={text}
        sending={{ now: form.sending, text: sending }}
        {...(color !== undefined && { color })}
      />
    </>
  )
}
