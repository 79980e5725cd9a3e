import { expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
})
vi.stubGlobal('addEventListener', () => undefined)

const { call, withoutSchemas } = await import('./call.ts')
const { beginSession, currentSession } = await import('#kernel/session/session.ts')

type Person = Parameters<typeof beginSession>[1]
const person = (_id: string) => ({ _id, permissions: [] }) as unknown as Person
const rename = withoutSchemas<never>({ method: 'POST', path: '/api/v1/x', permission: 'signed-in' } as never)

/**
 * The first response is a 401, and a session begins while it is pending. Returns the tokens of all requests.
 */
async function refusedWhile(begin: () => void) {
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    tokens.push(headers.get('authorization'))
    if (tokens.length > 1) return Response.json({})
    begin()
    return Response.json({ code: 'unauthenticated', message: 'No session' }, { status: 401 })
  })
  beginSession('first', person('anna'))
  await call(rename, {} as never).catch(() => undefined)
  return tokens
}

test('a request is sent again with the new token of the same person', async () => {
  const tokens = await refusedWhile(() => beginSession('second', person('anna')))
  expect(tokens).toEqual(['Bearer first', 'Bearer second'])
})

test('a request is not repeated in the name of another person who signed in meanwhile', async () => {
  const tokens = await refusedWhile(() => beginSession('second', person('ravi')))
  expect(tokens).toEqual(['Bearer first'])
  expect(currentSession()?.user._id).toBe('ravi')
})
