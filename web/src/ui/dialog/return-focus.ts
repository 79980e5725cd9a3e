import { type RefObject, useEffect, useState } from 'react'

const longMs = 50

const isLost = () => document.activeElement === document.body
const toHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/** The link of the row, unless the focus was elsewhere in that row. */
const withinRow = (row: Element, before: Element | null) =>
  row.contains(before) ? before : (row.querySelector('a[href]') ?? row)

/**
 * For a dialog that is mounted only while it is open: returns the focus to the row that it showed last or to
 * the previous element, or to the page's heading if that element is gone.
 */
export function useReturnFocus(row?: RefObject<Element | null>) {
  const [first] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const shown = row?.current
      const before = shown?.isConnected ? withinRow(shown, first) : first
      // In a timeout, because the focus is lost only when the dialog's elements are removed.
      setTimeout(() => {
        if (!isLost()) return
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
        // If a question closes together with the dialog that asked it, the dialog restores the focus; wait
        // for that first.
        else setTimeout(() => isLost() && toHeading(), longMs)
      })
    },
    [first, row],
  )
}
