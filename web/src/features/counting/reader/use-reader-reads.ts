import { useEffect, useEffectEvent, useState } from 'react'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import type { TagRead } from '#kernel/reader-shell/passes.ts'
import {
  startLocating,
  startReading,
  stopReading,
  type TagReads,
  takeReads,
  useReader,
} from '#kernel/reader-shell/reader.ts'
import { isScanHindered } from '#kernel/scanner/scans.ts'
import type { Read } from '../outbox/merge-reads.ts'

/** Tags are put on one asset after another, so the others must stay out of the field. */
const startsWeak = { count: false, find: false, tag: true }
type Purpose = keyof typeof startsWeak

/** How often to check whether the question that holds reads back has been answered. */
const patienceMs = 200

/** Like scans, reads wait while a question is open. */
function useHeldReads(take: (reads: TagReads) => void) {
  const give = useEffectEvent(take)
  useEffect(() => {
    let held: TagReads[] = []
    const release = () => {
      if (held.length === 0 || isScanHindered()) return
      const reads = held
      held = []
      for (const one of reads) give(one)
    }
    const timer = setInterval(release, patienceMs)
    const end = takeReads((reads) => {
      held.push(reads)
      release()
    })
    return () => {
      clearInterval(timer)
      end()
    }
  }, [])
}

/** Each purpose has its own power, which this device remembers. */
function usePower(purpose: Purpose) {
  const range = useReader()?.power ?? null
  const [kept, keep] = useLocalSetting<number | null>(`reader-power-${purpose}`, null)
  if (range === null) return { range, power: undefined, setPower: keep }
  const wanted = kept ?? (startsWeak[purpose] ? range.min : range.max)
  return { range, power: Math.min(range.max, Math.max(range.min, wanted)), setPower: keep }
}

/**
 * Lets the reader of the handheld read while this component is mounted: by its trigger, or else while it is
 * switched on. With `epcs` it looks for these tags. Nothing happens in a browser without a reader.
 */
export function useReaderReads(purpose: Purpose, take: (reads: TagReads) => void, epcs?: string[]) {
  const reader = useReader()
  const power = usePower(purpose)
  const [isOn, setOn] = useState(false)
  useHeldReads(take)
  const isWanted = reader !== null && reader.trouble === null && (reader.trigger || isOn)
  const sought = epcs?.join(' ')
  useEffect(() => {
    if (!isWanted) return
    if (sought === undefined) startReading(power.power)
    else startLocating(sought.split(' '), power.power)
    return stopReading
  }, [isWanted, power.power, sought])
  return { reader, isOn, setOn, ...power }
}
export type ReaderReads = ReturnType<typeof useReaderReads>

export const countedRead = ({ epc, at, rssi }: TagRead): Read => ({
  ...{ tag: epc, at, lastAt: at, count: 1 },
  ...(rssi !== undefined && { rssi }),
})
