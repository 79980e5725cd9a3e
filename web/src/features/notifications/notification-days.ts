import type { Notification } from '@ats/contract/notifications.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'

type Day = { key: string; title: string; notifications: Notification[] }

const dayOf = (at: Date) => at.toDateString()

function titleOf(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (dayOf(at) === dayOf(now)) return m.notifications_today()
  return dayOf(at) === dayOf(yesterday) ? m.notifications_yesterday() : formatDate(at)
}

/** Groups by day in the person's time zone; the order stays. */
export function byDay(notifications: readonly Notification[], now = new Date()): Day[] {
  const days: Day[] = []
  for (const notification of notifications) {
    const at = new Date(notification.at)
    const last = days.at(-1)
    if (last?.key === dayOf(at)) last.notifications.push(notification)
    else days.push({ key: dayOf(at), title: titleOf(at, now), notifications: [notification] })
  }
  return days
}
