import { useEffect, useState } from 'react'

type Loaded<T> = { data?: T; error?: unknown }

/** Loads once, or again after a failure. Pages before the log-in have no cache. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string) {
  const [state, setState] = useState<Loaded<T>>({})
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded, and a try loads it again
  useEffect(() => {
    const stop = new AbortController()
    setState({})
    if (key === '') return
    load(stop.signal).then(
      (data) => !stop.signal.aborted && setState({ data }),
      (error: unknown) => !stop.signal.aborted && setState({ error }),
    )
    return () => stop.abort()
  }, [key, tries])
  return { ...state, retry: () => setTries((before) => before + 1) }
}
