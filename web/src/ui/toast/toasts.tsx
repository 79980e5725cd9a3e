import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { loadToast } from './toast.ts'

/** Where toasts appear, in a corner that holds neither what changed nor the button that goes on; one that is shown before this is there waits for it. */
export function Toasts({ className }: { className: string }) {
  // What failed for want of a connection is said, too.
  useEffect(() => void loadToast().catch(() => undefined), [])
  return <Notifications position="bottom-right" containerWidth={400} className={className} />
}
