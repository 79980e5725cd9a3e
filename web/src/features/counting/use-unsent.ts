import { useEffect, useState, useSyncExternalStore } from 'react'
import { onOutboxChange } from './outbox/outbox-changes.ts'
import { onSyncState, syncState } from './outbox/sync.ts'
import { type Unsent, unsent } from './outbox/unsent.ts'

/** The unsent reads on this device, updated by all tabs; undefined until they are loaded. */
export function useUnsent(userId: string): Unsent | undefined {
  const [known, setKnown] = useState<Unsent>()
  useEffect(() => {
    let isGone = false
    const look = () => void unsent(userId).then((found) => isGone || setKnown(found))
    look()
    const end = onOutboxChange(look)
    return () => {
      isGone = true
      end()
    }
  }, [userId])
  return known
}

export const useSyncState = () => useSyncExternalStore(onSyncState, syncState)

const onLine = (listener: () => void) => {
  globalThis.addEventListener('online', listener)
  globalThis.addEventListener('offline', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    globalThis.removeEventListener('offline', listener)
  }
}
export const useOnline = () => useSyncExternalStore(onLine, () => navigator.onLine)
