import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { loadToast } from './toast.ts'

/**
 * The container of toasts, in a corner that covers neither the changed content nor the submit button. A toast
 * that is shown before it is mounted waits for it.
 */
export function Toasts({ className }: { className: string }) {
  // Preloaded, so that an error toast can be shown even when the connection is down.
  useEffect(() => void loadToast().catch(() => undefined), [])
  return <Notifications position="bottom-right" containerWidth={400} className={className} />
}
