import { useEffect } from 'react'

/** Keeps the screen on while a room is counted. A browser without wake locks, or with a low battery, counts as well. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let held: WakeLockSentinel | undefined
    let isLeft = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (held !== undefined && !held.released)) return
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isLeft) void lock?.release()
      else held = lock
    }
    const ask = () => void hold()
    ask()
    // The browser ends it when the page is hidden, and may want a gesture first.
    document.addEventListener('visibilitychange', ask)
    document.addEventListener('pointerdown', ask)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', ask)
      document.removeEventListener('pointerdown', ask)
      void held?.release()
    }
  }, [])
}
