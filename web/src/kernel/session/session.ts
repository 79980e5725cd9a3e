import type { Me } from '@ats/contract/identity/sessions.ts'
import { useSyncExternalStore } from 'react'
import { heldSession } from './held-screen.ts'

export type Session = { token: string; user: Me }

/** Why there is no session any more: the person logged out, or it ended without them. */
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

/** Who counts on this device. */
export type Counter = Pick<Me, '_id' | 'name'>
const counterKey = 'counter'

/** Whoever counts goes on where the session ends without them, until they log out or somebody else counts. */
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

/** Keeps what the browser remembers of the person in step with what the server says. */
export function rememberUser(user: Me) {
  if (current === null) return
  const text = JSON.stringify(user)
  if (text !== JSON.stringify(current.user)) beginSession(current.token, user)
}

let renewal: Promise<unknown> | undefined

/** A changed password ends every session and begins a new one under another token, which the answer brings. */
export async function renewSession(ask: () => Promise<string>) {
  const renewed = ask().then((token) => {
    if (current !== null) beginSession(token, current.user)
  })
  renewal = renewed.catch(() => undefined)
  await renewed.finally(() => {
    renewal = undefined
  })
}

/** Until then the old token may be refused already, and the new one is not known here. */
export const sessionRenewed = () => renewal

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A held screen goes on showing what its person may see, so that no form is taken off it. */
const shownSession = () => heldSession() ?? currentSession()
export const useSession = () => useSyncExternalStore(onSessionChange, shownSession)

/** Another tab signed in or out; two writes arrive as two events, so an unchanged state is no change. */
function follow() {
  const next = stored()
  if (next === null && current !== null) ended = 'lost'
  if (next?.token !== current?.token || next?.user._id !== current?.user._id) change(next)
}

globalThis.addEventListener('storage', (event) => {
  if (event.key === null || event.key === 'authToken' || event.key === 'user') follow()
})
