import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { everything, queryRenewer } from './renew-queries.ts'

type Reply = { rows: { _id: string; name: string }[]; hasNews?: boolean }

const replyOf = (...names: string[]): Reply => ({ rows: names.map((name) => ({ _id: name, name })) })
const noKinds = new Set<string>()
const assets = new Set(['asset'])

/** A query that has been fetched once and stays active until `stop` is called. */
async function shown(
  client: QueryClient,
  options: Pick<QueryObserverOptions<Reply>, 'queryKey' | 'queryFn' | 'meta'>,
) {
  const observer = new QueryObserver<Reply>(client, {
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...options,
  })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetched).toBe(true))
  return {
    stop,
    reply: () => observer.getCurrentResult().data,
    isOld: () => observer.getCurrentQuery().isStale(),
  }
}

const list = { live: ['asset'], rows: 'rows' } as const
const counts = { live: ['asset'] } as const

test('a list that cannot be refetched delays no other, and is retried', async () => {
  const client = new QueryClient()
  const first = vi.fn<() => Promise<Reply>>().mockResolvedValue(replyOf('a'))
  const second = vi.fn<() => Promise<Reply>>().mockResolvedValue(replyOf('b'))
  const one = await shown(client, { queryKey: ['one'], queryFn: first, meta: list })
  const other = await shown(client, { queryKey: ['other'], queryFn: second, meta: list })
  first.mockRejectedValueOnce(new ApiError(500, { code: 'internal' })).mockResolvedValue(replyOf('a', 'c'))
  second.mockResolvedValue(replyOf('b', 'd'))
  queryRenewer(client, 20)(assets, noKinds)
  await vi.waitFor(() => expect(other.reply()?.hasNews).toBe(true))
  await vi.waitFor(() => expect(one.reply()?.hasNews).toBe(true))
})

test('a rejected request is not retried', async () => {
  const client = new QueryClient()
  const ask = vi.fn<() => Promise<Reply>>().mockResolvedValue(replyOf('a'))
  const one = await shown(client, { queryKey: ['one'], queryFn: ask, meta: list })
  ask.mockRejectedValue(new ApiError(403, { code: 'forbidden' }))
  queryRenewer(client, 5)(assets, noKinds)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(ask).toHaveBeenCalledTimes(2)
  expect(one.isOld()).toBe(true)
})

test('an inactive list is marked stale, and fetched when it is shown again', async () => {
  const client = new QueryClient()
  const ask = vi.fn<() => Promise<Reply>>().mockResolvedValue(replyOf('a'))
  const before = await shown(client, { queryKey: ['one'], queryFn: ask, meta: list })
  before.stop()
  ask.mockResolvedValue(replyOf('a', 'b'))
  queryRenewer(client)(new Set([everything]), noKinds)
  expect(ask).toHaveBeenCalledTimes(1)
  const again = await shown(client, { queryKey: ['one'], queryFn: ask, meta: list })
  await vi.waitFor(() => expect(again.reply()?.rows).toHaveLength(2))
})

test('changes of this tab refetch counts, but not the list that it has already refetched', async () => {
  const client = new QueryClient()
  const [askList, askCounts] = [vi.fn(async () => replyOf('a')), vi.fn(async () => replyOf('1'))]
  await shown(client, { queryKey: ['list'], queryFn: askList, meta: list })
  await shown(client, { queryKey: ['counts'], queryFn: askCounts, meta: counts })
  queryRenewer(client)(noKinds, assets)
  await vi.waitFor(() => expect(askCounts).toHaveBeenCalledTimes(2))
  expect(askList).toHaveBeenCalledTimes(1)
})

test('a change during a fetch is not missed', async () => {
  const client = new QueryClient()
  const ask = vi.fn<() => Promise<Reply>>().mockResolvedValue(replyOf('a'))
  const one = await shown(client, { queryKey: ['one'], queryFn: ask, meta: list })
  const slow = Promise.withResolvers<Reply>()
  ask.mockReturnValueOnce(slow.promise).mockResolvedValue(replyOf('a', 'b'))
  const fetching = client.refetchQueries({ queryKey: ['one'] })
  queryRenewer(client, 10)(assets, noKinds)
  slow.resolve(replyOf('a'))
  await fetching
  await vi.waitFor(() => expect(one.reply()?.hasNews).toBe(true))
})
