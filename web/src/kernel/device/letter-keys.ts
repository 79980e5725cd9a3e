import { useSyncExternalStore } from 'react'

const key = 'letter-keys'
const listeners = new Set<() => void>()

/** Whether single letters and signs are shortcuts. People who speak or mistype can switch them off. */
export const areLetterKeysOn = (): boolean => localStorage.getItem(key) !== 'off'

export function switchLetterKeys(on: boolean) {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLetterKeys = () => useSyncExternalStore(subscribe, areLetterKeysOn)
