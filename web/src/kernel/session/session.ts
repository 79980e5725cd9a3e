import type { Duty } from '@ats/contract/duties.ts'
import type { Me } from '@ats/contract/identity/sessions.ts'
import { useSyncExternalStore } from 'react'
import { heldSession } from './held-screen.ts'

export type Session = { token: string; user: Me }

/** Why the session ended: the person logged out, or it was lost (for example expired). */
export type SessionEnd = 'logout' | 'lost'

const listeners = new Set<() => void>()
let current = stored()
let ended: SessionEnd | undefined

function stored(): Session | null {
  const token = localStorage.getItem('authToken')
  const user = localStorage.getItem('user')
  if (token === null || user === null) return null
  try {
    return { token, user: JSON.parse(user) as Me }
  } catch {
    return null
  }
}

function change(next: Session | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The person who counts on this device. */
export type Counter = Pick<Me, '_id' | 'name'>
const counterKey = 'counter'

/** A counter can continue when the session is lost, until they log out or somebody else signs in. */
export const keepCounter = ({ _id, name }: Counter) =>
  localStorage.setItem(counterKey, JSON.stringify({ _id, name }))

export function keptCounter(): Counter | null {
  try {
    return JSON.parse(localStorage.getItem(counterKey) ?? 'null') as Counter | null
  } catch {
    return null
  }
}

export const currentSession = () => current
export const sessionEnd = () => ended

export function beginSession(token: string, user: Me) {
  if (keptCounter()?._id !== user._id) localStorage.removeItem(counterKey)
  localStorage.setItem('authToken', token)
  localStorage.setItem('user', JSON.stringify(user))
  ended = undefined
  change({ token, user })
}

export function endSession(why: SessionEnd) {
  ended = why
  if (why === 'logout') localStorage.removeItem(counterKey)
  localStorage.removeItem('authToken')
  localStorage.removeItem('user')
  change(null)
}

/** Updates the stored user with the server's version. */
export function rememberUser(user: Me) {
  if (current === null) return
  const text = JSON.stringify(user)
  if (text !== JSON.stringify(current.user)) beginSession(current.token, user)
}

/** The server refuses requests until the person has done this. */
export function rememberDuty(mustFirst: Duty) {
  if (current !== null) rememberUser({ ...current.user, mustFirst })
}

let renewal: Promise<unknown> | undefined

/** A changed password ends every session and starts a new one; the response contains its token. */
export async function renewSession(ask: () => Promise<string>) {
  const renewed = ask().then((token) => {
    if (current !== null) beginSession(token, current.user)
  })
  renewal = renewed.catch(() => undefined)
  await renewed.finally(() => {
    renewal = undefined
  })
}

/**
 * While this is pending, the server may already reject the old token, and the new one has not arrived yet.
 */
export const sessionRenewed = () => renewal

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A held screen keeps its session, so that its form is not unmounted. */
const shownSession = () => heldSession() ?? currentSession()
export const useSession = () => useSyncExternalStore(onSessionChange, shownSession)

/** Another tab signed in or out. Its two writes arrive as two events, so an unchanged state is ignored. */
function follow() {
  const next = stored()
  if (next === null && current !== null) ended = 'lost'
  if (next?.token !== current?.token || next?.user._id !== current?.user._id) change(next)
}

globalThis.addEventListener('storage', (event) => {
  if (event.key === null || event.key === 'authToken' || event.key === 'user') follow()
})
