import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { small } from '#kernel/device/theme.ts'
import { loadToast } from './toast.ts'
import classes from './toasts.module.css'

const gap = 8
/** On phones the toasts start above the fixed button of a form. */
const aboveButton = 80

/** What a person looks at or needs next: the paging, and the row that is new, open or has the focus. */
const keptFree = '[data-paging], [data-row]:is([data-marked], [data-open], :focus, :focus-within)'

/** The space below the toasts, so that they end above the paging and the changed row of a list. */
function placeAbovePaging() {
  const toasts = document.querySelector<HTMLElement>(
    '.mantine-Notifications-root[data-position="bottom-right"]',
  )
  if (toasts === null) return
  const { innerHeight } = globalThis
  const parts = [...document.querySelectorAll(keptFree)].map((part) => part.getBoundingClientRect())
  let above = matchMedia(small).matches ? aboveButton : 0
  // From the lowest up: above the paging there may be a row to keep free as well.
  for (const { top, bottom } of parts.toSorted((one, other) => other.top - one.top)) {
    const reach = innerHeight - above - toasts.offsetHeight - 2 * gap
    if (bottom > reach && top < innerHeight - above) above = innerHeight - top + gap
  }
  toasts.style.setProperty('--above-paging', `${above}px`)
}

const moments = ['scroll', 'resize', 'focusin'] as const

/** Places them again when a toast comes or goes, and when the list, the focus or the window changes. */
function useAbovePaging() {
  useEffect(() => {
    const watch = new ResizeObserver(placeAbovePaging)
    const start = () => {
      for (const toasts of document.querySelectorAll('.mantine-Notifications-root')) watch.observe(toasts)
      watch.observe(document.body)
    }
    const timer = setTimeout(start)
    for (const name of moments) globalThis.addEventListener(name, placeAbovePaging, { passive: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      for (const name of moments) globalThis.removeEventListener(name, placeAbovePaging)
    }
  }, [])
}

/**
 * The container of toasts, in a corner that covers neither the changed content nor the submit button. A toast
 * that is shown before it is mounted waits for it.
 */
export function Toasts() {
  // Preloaded, so that an error toast can be shown even when the connection is down.
  useEffect(() => void loadToast().catch(() => undefined), [])
  useAbovePaging()
  return <Notifications position="bottom-right" containerWidth={400} className={classes.toasts ?? ''} />
}
