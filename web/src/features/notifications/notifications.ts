import type { notifications } from '@ats/contract/notifications.ts'
import { withoutSchemas } from '#kernel/http/call.ts'
import { query } from '#kernel/http/query.ts'

const choices = withoutSchemas<typeof notifications.choices>({
  method: 'GET',
  path: '/api/v1/notification-choices',
  permission: 'signed-in',
  reads: [],
})

export const mailIsSet = query(
  choices,
  {},
  { select: (reply) => reply.mailIsSet, staleTime: Number.POSITIVE_INFINITY },
)

const list = withoutSchemas<typeof notifications.list>({
  method: 'GET',
  path: '/api/v1/notifications',
  permission: 'signed-in',
  reads: ['notifications'],
})

/** The server counts no further than one more than this. */
const mostShown = 99

export const shownUnread = (count: number) => (count > mostShown ? `${mostShown}+` : `${count}`)

const newest = { query: { size: 1 } }

export const unreadCount = query(list, newest, { select: (reply) => reply.unread })

/** The same request as that of the bell. */
export const newestNotification = query(list, newest, { select: (reply) => reply.notifications[0] ?? null })
