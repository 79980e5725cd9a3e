import { type HelpStatus, help, type newHelpRequest } from '@ats/contract/help.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#kernel/call.ts'

const all = ['help']
const size = 10
const first = null as string | null

// Whoever asked does not read the ledger: an answer reaches them as a notification.
export const ownRequests = infiniteQueryOptions({
  queryKey: [...all, 'mine'],
  meta: { live: ['help-request', 'notifications'] },
  queryFn: ({ pageParam: cursor, signal }) =>
    call(help.mine, { query: { size, ...(cursor !== null && { cursor }) } }, { signal }),
  initialPageParam: first,
  getNextPageParam: (page) => page.next,
  staleTime: 0,
})

export const requestsOfOthers = (status: HelpStatus) =>
  infiniteQueryOptions({
    queryKey: [...all, 'of others', status],
    meta: { live: ['help-request', 'notifications'] },
    queryFn: ({ pageParam: cursor, signal }) =>
      call(help.ofOthers, { query: { size, status, ...(cursor !== null && { cursor }) } }, { signal }),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

export const helpRequestById = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    meta: { live: ['help-request', 'notifications'] },
    queryFn: ({ signal }) => call(help.get, { params: { id } }, { signal }),
    staleTime: 0,
  })

function useHelpMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: all })
  return useMutation({ mutationFn, onSettled: renew }).mutateAsync
}

type Asked = z.output<typeof newHelpRequest> & { image: Blob | null }

export const useAskForHelp = () =>
  useHelpMutation(({ image, ...body }: Asked) => call(help.create, { body, ...(image && { image }) }))

/** Writes in an open conversation, or reopens a closed one. */
export const useWriteMessage = (id: string, how: 'write' | 'reopen') =>
  useHelpMutation((body: { text: string }) => call(help[how], { params: { id }, body }))

export const useCloseRequest = (id: string) => useHelpMutation(() => call(help.close, { params: { id } }))
