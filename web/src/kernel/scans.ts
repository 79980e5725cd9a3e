import { useEffect, useEffectEvent } from 'react'

type Taker = (code: string) => void

const takers: Taker[] = []

/** Gives a scanned code to the part of the page that asked for them last; false when none did. */
export function giveScan(code: string): boolean {
  const taker = takers.at(-1)
  taker?.(code)
  return taker !== undefined
}

/** Takes what a reader types outside of text fields, while this component is shown. */
export function useScans(take: Taker) {
  const latest = useEffectEvent(take)
  useEffect(() => {
    const taker = (code: string) => latest(code)
    takers.push(taker)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
    }
  }, [])
}
