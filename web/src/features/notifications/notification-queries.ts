import { type MailChoice, type NotificationRule, notifications } from '@ats/contract/notifications.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/http/call.ts'
import { pagesQuery, query } from '#kernel/http/query.ts'
import { useChange } from '#kernel/http/use-change.ts'

export const notificationList = (unread: 'true' | 'false') =>
  pagesQuery(
    notifications.list,
    (before: number | null) => ({ query: { unread, ...(before !== null && { before }) } }),
    {
      initialPageParam: null,
      getNextPageParam: (page) => (page.more ? (page.notifications.at(-1)?.id ?? null) : null),
      staleTime: 0,
    },
  )

export const useReadOne = () =>
  useChange(notifications.read, (id: number) => ({ params: { id: String(id) } }))

export const useReadAll = () => useChange(notifications.readAll, (upTo: number) => ({ body: { upTo } }))

export const mailChoices = query(notifications.choices, {})

type Choice = { rule: NotificationRule; mail: MailChoice }

/** Optimistic update, sent one after the other: the last choice wins. */
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
