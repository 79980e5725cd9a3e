import { useEffect, useState } from 'react'

const pause = 1_000

/**
 * Preloads the code for a click or a key press once the page has settled. The first view does not wait for
 * it, and no key typed right after is lost. Define `load` outside the component.
 */
export function useFetchLater(load: () => Promise<unknown>, wanted = true) {
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void load().catch(() => undefined), pause)
    return () => clearTimeout(timer)
  }, [load, wanted])
}

/** True once the page has settled: for data that the first view does not need. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), pause)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
