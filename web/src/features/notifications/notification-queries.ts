import { type MailChoice, type NotificationRule, notifications } from '@ats/contract/notifications.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/call.ts'

const all = ['notifications']

export const notificationList = (unread: 'true' | 'false') =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', unread],
    meta: { live: ['notifications'] },
    queryFn: ({ pageParam, signal }) =>
      call(
        notifications.list,
        { query: { unread, ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.notifications.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })

export function useReadOne() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(notifications.read, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}

export function useReadAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => call(notifications.readAll, { body: { upTo } }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
}

export const mailChoices = queryOptions({
  queryKey: [...all, 'choices'],
  meta: { live: [] },
  queryFn: ({ signal }) => call(notifications.choices, {}, { signal }),
})

type Choice = { rule: NotificationRule; mail: MailChoice }

/** Shown at once, and sent one after the other: the last choice made is the one that is kept. */
export function useChooseMail() {
  const client = useQueryClient()
  const { queryKey } = mailChoices
  return useMutation({
    scope: { id: 'mail choices' },
    mutationFn: (choice: Choice) => call(notifications.choose, { body: { choices: [choice] } }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        (now) =>
          now && { ...now, choices: now.choices.map((one) => (one.rule === choice.rule ? choice : one)) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
