import { useEffect, useState } from 'react'

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
        if (document.activeElement !== document.body) return
        const target = before instanceof HTMLElement && before.isConnected ? before : null
        ;(target ?? document.querySelector('h1'))?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
