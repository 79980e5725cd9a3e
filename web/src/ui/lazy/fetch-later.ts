import { useEffect } from 'react'

const pause = 1_000

/**
 * Fetches, once the page has settled, what a click or a key press will need: the first view does not wait for it, and
 * nothing typed right after the key is lost. `load` stands outside the component.
 */
export function useFetchLater(load: () => Promise<unknown>, wanted = true) {
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void load().catch(() => undefined), pause)
    return () => clearTimeout(timer)
  }, [load, wanted])
}
