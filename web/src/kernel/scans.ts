import { useEffect, useEffectEvent } from 'react'
import type { Reading } from './keyboard-wedge.ts'

type TakeScan = (code: string) => void
type TakeFieldScan = (reading: Reading<HTMLInputElement>) => boolean

/** A dialog that waits for an answer; a panel that only shows something does not hinder a scan. */
const question = '[role=dialog]:has(form, [data-autofocus])'
const openQuestions = () => document.querySelectorAll(question).length

/** `questions`: how many were open when it began to take scans, its own dialog included. */
type Taker = { take: TakeScan; questions: number }

const takers: Taker[] = []
const fieldTakers: TakeFieldScan[] = []

/** Whether a question stands over what would take a scan now. */
export const isScanHindered = () => openQuestions() > (takers.at(-1)?.questions ?? 0)

/** Gives a scanned code to the part of the page that asked for them last; false when none did. */
export function giveScan(code: string): boolean {
  const taker = takers.at(-1)
  taker?.take(code)
  return taker !== undefined
}

/** Offers what was typed into a text field and ended with Enter; true when it is taken as a scan. */
export const giveFieldScan: TakeFieldScan = (reading) => fieldTakers.at(-1)?.(reading) ?? false

function useTaker<T>(takersOf: T[], taker: () => T) {
  const make = useEffectEvent(taker)
  useEffect(() => {
    const made = make()
    takersOf.push(made)
    return () => {
      takersOf.splice(takersOf.indexOf(made), 1)
    }
  }, [takersOf])
}

/** Takes what a reader types outside of text fields, while this component is shown. */
export function useScans(take: TakeScan) {
  const latest = useEffectEvent(take)
  useTaker(takers, () => ({ take: (code) => latest(code), questions: openQuestions() }))
}

/** Asked about what was typed into any text field and ended with Enter, while this component is shown. */
export function useFieldScans(take: TakeFieldScan) {
  const latest = useEffectEvent(take)
  useTaker(fieldTakers, () => (reading) => latest(reading))
}
