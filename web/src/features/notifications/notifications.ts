import type { notifications } from '@ats/contract/notifications.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, withoutSchemas } from '#kernel/call.ts'

const choices = withoutSchemas<typeof notifications.choices>({
  method: 'GET',
  path: '/api/v1/notification-choices',
  permission: 'signed-in',
  reads: [],
})

/** Whether this server sends mail. */
export const mailIsSet = queryOptions({
  queryKey: ['notifications', 'mail-is-set'],
  meta: { live: [] },
  queryFn: async ({ signal }) => (await call(choices, {}, { signal })).mailIsSet,
  staleTime: Number.POSITIVE_INFINITY,
})

const list = withoutSchemas<typeof notifications.list>({
  method: 'GET',
  path: '/api/v1/notifications',
  permission: 'signed-in',
  reads: ['notifications'],
})

/** How many notifications the person has not read. */
export const unreadCount = queryOptions({
  queryKey: ['notifications', 'unread'],
  meta: { live: ['notifications'] },
  queryFn: async ({ signal }) => (await call(list, { query: { size: 1 } }, { signal })).unread,
})
