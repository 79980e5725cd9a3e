import { createContext, use, useEffect } from 'react'

/** State of the form in a dialog: whether there are unsaved changes, and whether it is being sent. */
export type Held = { isDirty: () => boolean; sending: boolean }

export const holdsNothing: Held = { isDirty: () => false, sending: false }

type Dialog = { hold: (form: Held) => void; close: () => void }

export const DialogContext = createContext<Dialog | null>(null)

/** Reports the state of a form to the dialog around it, if there is one. */
export function useHeldByDialog(isDirty: () => boolean, sending: boolean) {
  const hold = use(DialogContext)?.hold
  useEffect(() => {
    hold?.({ isDirty, sending })
    return () => hold?.(holdsNothing)
  }, [hold, isDirty, sending])
}
