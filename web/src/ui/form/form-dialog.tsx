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
  /** Whether more than the form's own fields would be lost. */
  isDirty?: () => boolean
  /** A long form, which fills the screen of a phone, its buttons fixed below. */
  sheet?: boolean
}

/**
 * A dialog with a form in it, there only while it is open. Closing it, or leaving the page, asks where something typed would
 * be lost; while the form is sent it stays, and it gives the focus back at the end.
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

/** For a dialog in which there is nothing left to do. */
export function CloseDialogButton() {
  const dialog = use(DialogContext)
  return (
    <Button data-autofocus onClick={dialog?.close}>
      {m.common_close()}
    </Button>
  )
}

/** Closes the dialog it stands in, as Esc does. */
export function CancelButton(props: ButtonProps & { 'data-autofocus'?: boolean }) {
  const dialog = use(DialogContext)
  return (
    <Button variant="default" {...props} onClick={dialog?.close}>
      {m.common_cancel()}
    </Button>
  )
}
