import type { Me } from '@ats/contract/identity/sessions.ts'
import { useSyncExternalStore } from 'react'

type Session = { token: string; user: Me }

/**
 * The session that ended while there were unsaved changes. Its screen stays until the person signs in again.
 */
let held: Session | null = null
const listeners = new Set<() => void>()

function hold(session: Session | null) {
  held = session
  for (const listener of listeners) listener()
}

export const holdScreen = (session: Session) => hold(session)
export const releaseScreen = () => hold(null)
export const heldSession = () => held

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useHeldSession = () => useSyncExternalStore(subscribe, heldSession)
