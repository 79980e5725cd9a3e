import type { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import { call, withoutSchemas } from '#kernel/http/call.ts'
import { safeNext } from '#kernel/session/safe-next.ts'
import { beginSession } from '#kernel/session/session.ts'

const start = withoutSchemas<typeof directorySignIn.start>({
  method: 'POST',
  path: '/api/v1/login/directories/:id/start',
  permission: 'public',
  writes: [],
})
const complete = withoutSchemas<typeof directorySignIn.complete>({
  method: 'POST',
  path: '/api/v1/login/oidc',
  permission: 'public',
  writes: ['user'],
})

const nextKey = 'after-directory'

/** Leaves this site. The page to open afterwards is kept in this tab, not at the provider. */
export function leaveFor(address: string, next: string | undefined) {
  if (next === undefined) sessionStorage.removeItem(nextKey)
  else sessionStorage.setItem(nextKey, next)
  window.location.assign(address)
}

export async function startAt(id: string, next: string | undefined) {
  const { address } = await call(start, { params: { id } })
  leaveFor(address, next)
}

export type Returned = { code: string; state: string; iss?: string }

/** Begins the session unless a second step has to, and says which page to open. */
export async function completeAt(body: Returned) {
  const reply = await call(complete, { body })
  const next = safeNext(sessionStorage.getItem(nextKey) ?? undefined)
  sessionStorage.removeItem(nextKey)
  if ('secondStep' in reply) return { next, secondStep: reply.secondStep }
  beginSession(reply.token, reply.user)
  return { next }
}
