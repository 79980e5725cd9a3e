import { useEffect, useEffectEvent, useState } from 'react'
import { type Signals, tick } from '#kernel/device/signals.ts'
import type { TagRead } from '#kernel/reader-shell/passes.ts'
import { type Heard, hear, levelAt, tickOf } from './strength.ts'

/** How often levels are drawn: they fade without any read. */
const frameMs = 150

/** What is heard of each tag now. */
export function useHeard() {
  const [heard] = useState(() => new Map<string, Heard>())
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), frameMs)
    return () => clearInterval(timer)
  }, [])
  return {
    hear(reads: readonly TagRead[]) {
      const at = Date.now()
      for (const read of reads) heard.set(read.epc, hear(heard.get(read.epc), read, at))
      setNow(at)
    },
    now,
    of: (tag: string) => heard.get(tag),
    level(tag: string): number | null {
      const one = heard.get(tag)
      return one === undefined ? 0 : levelAt(one, now)
    },
  }
}

/** How soon to look again while nothing is heard. */
const idleMs = 100

/** Ticks like a Geiger counter while the level is above zero. */
export function useTicking(level: number, signals: Signals) {
  const once = useEffectEvent((): number => {
    if (level === 0) return idleMs
    const { pitch, everyMs } = tickOf(level)
    tick(pitch, signals)
    return everyMs
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(next, once())
    }
    next()
    return () => clearTimeout(timer)
  }, [])
}
