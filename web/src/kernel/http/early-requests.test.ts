import { beforeEach, expect, test, vi } from 'vitest'

const session = { authToken: 'token', user: '{"permissions":[]}' } as Record<string, string>
const fetched = vi.fn(async () => Response.json({}))

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: (name: string) => session[name] ?? null })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
})

async function afterEarly(address: string) {
  const { requestEarly, takeEarly } = await import('./early-requests.ts')
  requestEarly([address])
  return { requestEarly, takeEarly }
}

test('an early response is taken once', async () => {
  const { takeEarly } = await afterEarly('/a')
  expect(fetched).toHaveBeenCalledWith('/a', { headers: { authorization: 'Bearer token' } })
  expect((await takeEarly('/a', 'token'))?.status).toBe(200)
  expect(takeEarly('/a', 'token')).toBeUndefined()
})

test('only the first screen sends its requests early', async () => {
  const { requestEarly } = await afterEarly('/a')
  requestEarly(['/b'])
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('an early response is not taken when it is old', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { takeEarly } = await afterEarly('/a')
  now.mockReturnValue(10_000)
  expect(takeEarly('/a', 'token')).toBeUndefined()
  now.mockRestore()
})

test('an early response of another session is not taken', async () => {
  const { takeEarly } = await afterEarly('/a')
  expect(takeEarly('/a', 'another')).toBeUndefined()
})
