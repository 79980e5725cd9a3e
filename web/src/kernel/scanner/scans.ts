import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Reading } from './keyboard-wedge.ts'
import { type Doubt, judgeScan, type Neighbours } from './scan-doubt.ts'

type TakeScan = (code: string) => void
type TakeFieldScan = (reading: Reading<HTMLInputElement>) => boolean
export type Scan = Pick<Reading, 'code' | 'head' | 'end'>

/** A dialog that waits for an answer; a panel that only shows something does not hinder a scan. */
const question = '[role=dialog]:has(form, [data-autofocus])'
const openQuestions = () => document.querySelectorAll(question).length

/** `questions`: how many were open when it began to take scans, its own dialog included. */
type Taker = { take: TakeScan; neighbours: (() => Neighbours) | undefined; questions: number }

const takers: Taker[] = []
const fieldTakers: TakeFieldScan[] = []

/** Whether a question stands over what would take a scan now. */
export const isScanHindered = () => openQuestions() > (takers.at(-1)?.questions ?? 0)

/** A tag that may be cut, until the person says whether it is whole. */
export type DoubtfulScan = { code: string; doubt: Doubt; taker: Taker }

let doubtful: readonly DoubtfulScan[] = []
const listeners = new Set<() => void>()

function setDoubtful(next: readonly DoubtfulScan[]) {
  doubtful = next
  for (const listener of listeners) listener()
}
const onDoubtful = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The first of the tags that a person has to decide about. */
export const useDoubtfulScan = () => useSyncExternalStore(onDoubtful, () => doubtful[0])

export const isAsking = () => doubtful.length > 0

const mostRecent = 20
/** Tags that were taken to be saved, as neighbours of the next one. */
let recent: string[] = []

const neighboursOf = ({ neighbours }: Taker) => [...(neighbours?.() ?? []), ...recent]

function takeToSave(taker: Taker, code: string) {
  recent = [code, ...recent].slice(0, mostRecent)
  taker.take(code)
}

/** The answer of the person: the tag is whole, or it is read again. */
export function answerDoubt(asked: DoubtfulScan, isWhole: boolean) {
  setDoubtful(doubtful.filter((one) => one !== asked))
  if (isWhole) takeToSave(asked.taker, asked.code)
}

const isPart = (part: string, whole: string) => whole.toUpperCase().includes(part.toUpperCase())

/** The same tag came again, as a whole: nothing is to be asked any more. Returns whether there was such a question. */
export function answerByScan(scan: Scan): boolean {
  const taker = takers.at(-1)
  if (taker === undefined || doubtful.length === 0) return false
  const { code, doubt } = judgeScan(scan, neighboursOf(taker))
  const rest = doubtful.filter((one) => !isPart(one.code, code))
  if (doubt !== null || rest.length === doubtful.length) return false
  setDoubtful(rest)
  return true
}

/**
 * Gives a scanned code to the part of the page that asked for them last; false when none did. Where it is saved, a tag that may be
 * cut is asked about first.
 */
export function giveScan(scan: Scan): boolean {
  const taker = takers.at(-1)
  if (taker === undefined) return false
  if (taker.neighbours === undefined) {
    taker.take(judgeScan(scan).code)
    return true
  }
  const { code, doubt } = judgeScan(scan, neighboursOf(taker))
  if (doubt === null) takeToSave(taker, code)
  else setDoubtful([...doubtful, { code, doubt, taker }])
  return true
}

/** Offers what was typed into a text field and ended with Enter or Tab; true when it is taken as a scan. */
export const giveFieldScan: TakeFieldScan = (reading) =>
  (fieldTakers.at(-1)?.(reading) ?? false) || startSearchAgain(reading)

/** Whether a reader typed this into a field for words: too fast for a person, or no word. */
export const isSurelyScanned = ({ code, usualGap }: Reading) =>
  /^[0-9a-f]{16,}$/i.test(code) || (usualGap <= 50 && /^(?=.*\d)\S{8,}$/.test(code))

/** A tag that is scanned into a search box is searched alone, not behind what was searched before. Enter does what it did. */
function startSearchAgain(reading: Reading<HTMLInputElement>): boolean {
  const { field, code, before } = reading
  if (!field?.matches('input[type=search], [data-search]') || before.trim() === '') return false
  // An odd half is the rest of a tag that a long pause split: it belongs to what is there.
  const isRest = judgeScan({ ...reading, head: '' }).doubt === 'odd'
  if (isSurelyScanned(reading) && !isRest) setFieldValue(field, code)
  return false
}

/** What the part of the page that takes scans now would make of this one. */
export function judgeForTaker(scan: Scan) {
  const taker = takers.at(-1)
  return judgeScan(scan, taker === undefined ? [] : neighboursOf(taker))
}

/** As if typed: React hears only of values that it did not set itself. */
export function setFieldValue(input: HTMLInputElement, value: string) {
  if (input.value === value) return
  const type = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Takes the keys of a scan out of the text fields that they went into; a field that was emptied meanwhile stays so. */
export function takeOutOfFields({ touched, code }: Reading<HTMLInputElement>) {
  for (const { field, before } of touched) {
    const isRest = before !== field.value && code.endsWith(field.value.trim())
    if (field.value.startsWith(before) && before !== '') setFieldValue(field, before)
    else if (isRest) setFieldValue(field, '')
  }
}

function useTaker<T>(takersOf: T[], taker: () => T, gone?: (made: T) => void) {
  const make = useEffectEvent(taker)
  useEffect(() => {
    const made = make()
    takersOf.push(made)
    return () => {
      takersOf.splice(takersOf.indexOf(made), 1)
      gone?.(made)
    }
  }, [takersOf, gone])
}

const forgetDoubts = (gone: Taker) => setDoubtful(doubtful.filter(({ taker }) => taker !== gone))

/**
 * Takes what a reader types outside of text fields, while this component is shown. `neighbours` is for a component that saves the
 * tags: those with which a new one is compared.
 */
export function useScans(take: TakeScan, neighbours?: () => Neighbours) {
  const latest = useEffectEvent(take)
  const latestNeighbours = useEffectEvent(() => neighbours?.() ?? [])
  const make = () => ({
    take: (code: string) => latest(code),
    neighbours: neighbours && (() => latestNeighbours()),
    questions: openQuestions(),
  })
  useTaker(takers, make, forgetDoubts)
}

/** Asked about what was typed into any text field and ended with Enter or Tab, while this component is shown. */
export function useFieldScans(take: TakeFieldScan) {
  const latest = useEffectEvent(take)
  useTaker(fieldTakers, () => (reading) => latest(reading))
}
