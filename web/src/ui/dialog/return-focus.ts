import { useEffect, useState } from 'react'

const longMs = 50

const isLost = () => document.activeElement === document.body
const toHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/**
 * For a dialog that is there only while it is open: gives the focus back to where it was, or to the page's heading
 * where that is gone.
 */
export function useReturnFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // A moment later, since the dialog takes its own focus along as it goes.
      setTimeout(() => {
        if (!isLost()) return
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
        // A dialog that closes along with the question it asked knows where the focus was before both.
        else setTimeout(() => isLost() && toHeading(), longMs)
      })
    },
    [before],
  )
}
