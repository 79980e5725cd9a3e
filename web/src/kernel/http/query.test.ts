import { assets } from '@ats/contract/assets/assets.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { readers } from '@ats/contract/readers.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('addEventListener', () => undefined)

const { listQuery, pagesQuery, query } = await import('./query.ts')
const { renew } = await import('./renew.ts')

test('the key of a query is its endpoint and input, and its live kinds are those that the endpoint reads', () => {
  const { queryKey, meta } = query(assets.get, { params: { id: '1' } })
  expect(queryKey).toEqual(['GET /api/assets/:id', { params: { id: '1' } }])
  expect(meta).toEqual({ live: ['asset'] })
})

test('a list names its rows, and keeps the previous page until the next one arrives', () => {
  const { meta, placeholderData, select } = listQuery(assets.list, { query: { search: 'lamp' } })
  expect(meta).toEqual({ live: ['asset'], rows: 'assets' })
  expect(placeholderData).toBeDefined()
  expect(select?.({ assets: [], total: 0 } as never)).toMatchObject({ rows: [], total: 0 })
})

test('a list that is fetched at an interval is replaced as a whole', () => {
  expect(listQuery(readers.list, { query: {} }, { refetchInterval: 1000 }).meta).toEqual({ live: ['reader'] })
})

test('queries of one endpoint with different data never share the cache', () => {
  const input = { query: {} }
  const keys = [
    query(assets.list, input).queryKey,
    query(assets.list, input, { fetch: async () => 'something else' }).queryKey,
    listQuery(assets.list, input).queryKey,
    pagesQuery(assets.list, () => input, { initialPageParam: 0, getNextPageParam: () => null }).queryKey,
  ]
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
})

test('a mutation refetches the queries that read a kind it writes, and no others', async () => {
  const client = new QueryClient()
  const [holders, lamps] = [vi.fn(async () => ({ roles: [] })), vi.fn(async () => ({ assets: [] }))]
  const shown = [
    query(roles.list, {}, { fetch: holders, staleTime: Number.POSITIVE_INFINITY }),
    query(assets.list, { query: {} }, { fetch: lamps, staleTime: Number.POSITIVE_INFINITY }),
  ] as const
  const stops = shown.map((options) => new QueryObserver(client, options as never).subscribe(() => undefined))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await renew(client, roles.update.writes)
  expect(holders).toHaveBeenCalledTimes(2)
  expect(lamps).toHaveBeenCalledTimes(1)
  for (const stop of stops) stop()
})
