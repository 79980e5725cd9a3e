import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where toasts appear; one that is shown before this is there waits for it. */
export function Toasts({ className }: { className: string }) {
  return <Notifications position="top-right" className={className} />
}
