import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '#kernel/words/format.ts'
import { m } from '#texts'

const firstWordAfterMs = 3000

/** The estimated remaining time at the pace so far; undefined until there is an estimate. */
export function useTimeLeft(done: number, total: number): string | undefined {
  const first = useRef<{ at: number; done: number }>(null)
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    const at = performance.now()
    first.current ??= { at, done }
    const [passed, sinceThen] = [at - first.current.at, done - first.current.done]
    if (passed < firstWordAfterMs || sinceThen <= 0) return
    setSeconds(((total - done) / sinceThen) * (passed / 1000))
  }, [done, total])
  return seconds === undefined || done >= total
    ? undefined
    : m.common_time_left({ time: formatDuration(seconds) })
}
