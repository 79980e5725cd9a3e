import type { notifications } from '@ats/contract/notifications.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, withoutSchemas } from '#kernel/call.ts'

const list = withoutSchemas<typeof notifications.list>({
  method: 'GET',
  path: '/api/v1/notifications',
  permission: 'signed-in',
})

/** How many notifications the person has not read. */
export const unreadCount = queryOptions({
  queryKey: ['notifications', 'unread'],
  meta: { live: ['notifications'] },
  queryFn: async ({ signal }) => (await call(list, { query: { size: 1 } }, { signal })).unread,
})
