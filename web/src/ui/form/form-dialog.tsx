import { Button, type ButtonProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentProps, use, useCallback, useRef } from 'react'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { confirmLeaving } from '#ui/dialog/confirm-leaving.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { DialogContext, type Held, holdsNothing } from './dialog-context.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'opened'> & {
  /** Whether there are unsaved changes outside the form's own fields. */
  isDirty?: () => boolean
  /** For long forms: on a phone the dialog fills the screen, and its buttons are fixed at the bottom. */
  sheet?: boolean
}

/**
 * A dialog with a form, mounted only while it is open. Closing it, or leaving the page, asks for confirmation
 * if there are unsaved changes. It stays open while the form is being sent, and returns the focus when it
 * closes.
 */
export function FormDialog({ isDirty: hasMore, sheet = false, onClose, children, ...props }: Props) {
  const held = useRef(holdsNothing)
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const isDirty = () => held.current.isDirty() || hasMore?.() === true
  useLeaveGuard({ isDirty }, () => false)
  const hold = useCallback((form: Held) => {
    held.current = form
  }, [])
  const mayClose = async () => !isDirty() || (await confirmLeaving())
  const close = async () => {
    if (!held.current.sending && (await mayClose())) onClose()
  }
  return (
    <Dialog
      {...props}
      {...(sheet && { fullScreen: isSmall, 'data-sheet': true })}
      onClose={() => void close()}
    >
      <DialogContext value={{ hold, close: () => void close() }}>{children}</DialogContext>
    </Dialog>
  )
}

/** For a dialog with nothing left to do. */
export function CloseDialogButton() {
  const dialog = use(DialogContext)
  return (
    <Button data-autofocus onClick={dialog?.close}>
      {m.common_close()}
    </Button>
  )
}

/** Closes its dialog, like Esc. */
export function CancelButton(props: ButtonProps & { 'data-autofocus'?: boolean }) {
  const dialog = use(DialogContext)
  return (
    <Button variant="default" {...props} onClick={dialog?.close}>
      {m.common_cancel()}
    </Button>
  )
}
