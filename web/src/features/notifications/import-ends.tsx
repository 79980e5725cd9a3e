import type { Notification } from '@ats/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { linkOf } from './notification-link.ts'
import { useReadOne } from './notification-queries.ts'
import { textOf } from './notification-texts.ts'
import { newestNotification } from './notifications.ts'

const importScreen = '/dashboard/$location/manage-asset/bulk-asset-registration'
const announced = 'announced'

/** Several tabs get the same notification; one of them announces it. */
function isFirstToAnnounce({ action, recordId }: Notification) {
  const end = `${action} ${recordId}`
  if (localStorage.getItem(announced) === end) return false
  localStorage.setItem(announced, end)
  return true
}

/** The check or the import of the person's file ended: announced wherever they are, except where imports are. */
export function ImportEnds() {
  const { data: newest } = useQuery(newestNotification)
  const isThere = useMatches({ select: (matches) => matches.at(-1)?.fullPath === importScreen })
  const navigate = useNavigate()
  const { mutate: read } = useReadOne()
  const last = useRef<number>(undefined)
  const announce = useEffectEvent((notification: Notification) => {
    if (
      isThere ||
      notification.read ||
      notification.recordKind !== 'import' ||
      !isFirstToAnnounce(notification)
    )
      return
    const run = () => {
      read(notification.id)
      void navigate(linkOf(notification) ?? {})
    }
    const open = { text: m.imports_open(), run }
    if (notification.action === 'import.failed') toast.failure(textOf(notification), undefined, open)
    else toast.success(textOf(notification), open)
  })
  useEffect(() => {
    if (newest === undefined) return
    const before = last.current
    last.current = Math.max(before ?? 0, newest?.id ?? 0)
    if (newest !== null && before !== undefined && newest.id > before) announce(newest)
  }, [newest])
  return null
}
