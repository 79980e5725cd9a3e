import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { loadToast } from './toast.ts'
import classes from './toasts.module.css'

const gap = 8

/** The space below the toasts, so that they end above the paging of a list they would otherwise cover. */
function placeAbovePaging() {
  const toasts = document.querySelector<HTMLElement>(
    '.mantine-Notifications-root[data-position="bottom-right"]',
  )
  const paging = document.querySelector('[data-paging]')?.getBoundingClientRect()
  if (toasts === null) return
  const reach = globalThis.innerHeight - toasts.offsetHeight - 2 * gap
  const isInTheWay = paging !== undefined && paging.bottom > reach && paging.top < globalThis.innerHeight
  const above = isInTheWay ? globalThis.innerHeight - paging.top + gap : 0
  toasts.style.setProperty('--above-paging', `${above}px`)
}

/** Places them again when a toast comes or goes, and when the list or the window changes. */
function useAbovePaging() {
  useEffect(() => {
    const watch = new ResizeObserver(placeAbovePaging)
    const start = () => {
      for (const toasts of document.querySelectorAll('.mantine-Notifications-root')) watch.observe(toasts)
      watch.observe(document.body)
    }
    const timer = setTimeout(start)
    globalThis.addEventListener('scroll', placeAbovePaging, { passive: true })
    globalThis.addEventListener('resize', placeAbovePaging)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      globalThis.removeEventListener('scroll', placeAbovePaging)
      globalThis.removeEventListener('resize', placeAbovePaging)
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
