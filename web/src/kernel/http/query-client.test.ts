import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => undefined)
const { queryClient } = await import('./query-client.ts')

queryClient.mount()
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
  queryClient.clear()
})

/** How often a query is fetched when the window regains focus after 31 seconds. */
async function fetchesOnReturn(live?: readonly 'asset'[]) {
  vi.useFakeTimers()
  const queryFn = vi.fn(async () => ({ assets: [] }))
  const meta = live && { meta: { live } }
  const stop = new QueryObserver(queryClient, { queryKey: ['rows'], queryFn, ...meta }).subscribe(() => {})
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(31_000)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(100)
  stop()
  return queryFn.mock.calls.length
}

test('window focus does not refetch rows that the live stream updates in place', async () => {
  expect(await fetchesOnReturn(['asset'])).toBe(1)
})

test('window focus refetches other queries', async () => {
  expect(await fetchesOnReturn()).toBe(2)
})
