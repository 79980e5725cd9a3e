import { useEffect, useState } from 'react'

const longMs = 50

const isLost = () => document.activeElement === document.body
const toHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/**
 * For a dialog that is mounted only while it is open: returns the focus to the previous element, or to the
 * page's heading if that element is gone.
 */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // In a timeout, because the focus is lost only when the dialog's elements are removed.
      setTimeout(() => {
        if (!isLost()) return
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
        // If a question closes together with the dialog that asked it, the dialog restores the focus; wait
        // for that first.
        else setTimeout(() => isLost() && toHeading(), longMs)
      })
    },
    [before],
  )
}
