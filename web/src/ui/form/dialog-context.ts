import { createContext, use, useEffect } from 'react'

/** What the form in a dialog holds: whether something typed would be lost, and whether it is being sent. */
export type Held = { isDirty: () => boolean; sending: boolean }

export const holdsNothing: Held = { isDirty: () => false, sending: false }

type Dialog = { hold: (form: Held) => void; close: () => void }

export const DialogContext = createContext<Dialog | null>(null)

/** Tells the dialog around a form, if there is one, what the form holds. */
export function useHeldByDialog(isDirty: () => boolean, sending: boolean) {
  const hold = use(DialogContext)?.hold
  useEffect(() => {
    hold?.({ isDirty, sending })
    return () => hold?.(holdsNothing)
  }, [hold, isDirty, sending])
}
