import { isLabel, placeOfLabel } from '@ats/contract/label-address.ts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Reading } from './keyboard-wedge.ts'
import { type Doubt, judgeScan, type Neighbours, scansIn } from './scan-doubt.ts'

type TakeScan = (code: string) => void
type TakePlace = (placeId: string) => unknown
type TakeFieldScan = (reading: Reading<HTMLInputElement>) => boolean
export type Scan = Pick<Reading, 'code' | 'head' | 'end'>

/** A dialog that waits for an answer. A panel that only shows something does not block scans. */
const question = '[role=dialog]:has(form, [data-autofocus])'
const openQuestions = () => document.querySelectorAll(question).length

/** `questions`: how many such dialogs were open when it registered, its own included. */
type Taker = { take: TakeScan; neighbours: (() => Neighbours) | undefined; questions: number }

const takers: Taker[] = []
const fieldTakers: TakeFieldScan[] = []
const placeTakers: TakePlace[] = []

/** Whether a question is open over the component that would take a scan now. */
export const isScanHindered = () => openQuestions() > (takers.at(-1)?.questions ?? 0)

/** A tag that may be truncated, until the person confirms or rejects it. */
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

/** The first tag that the person has to decide about. */
export const useDoubtfulScan = () => useSyncExternalStore(onDoubtful, () => doubtful[0])

export const isAsking = () => doubtful.length > 0

const mostRecent = 20
/** Recently accepted tags, to compare the next one with. */
let recent: string[] = []

const neighboursOf = ({ neighbours }: Taker) => [...(neighbours?.() ?? []), ...recent]

function takeToSave(taker: Taker, code: string) {
  recent = [code, ...recent].slice(0, mostRecent)
  taker.take(code)
}

/** The person's answer: the tag is complete, or will be read again. */
export function answerDoubt(asked: DoubtfulScan, isWhole: boolean) {
  setDoubtful(doubtful.filter((one) => one !== asked))
  if (isWhole) takeToSave(asked.taker, asked.code)
}

const isPart = (part: string, whole: string) => whole.toUpperCase().includes(part.toUpperCase())

/** The same tag was read again, complete: the question is closed. Returns whether there was one. */
export function answerByScan(scan: Scan): boolean {
  const taker = takers.at(-1)
  if (taker === undefined || doubtful.length === 0) return false
  const { code, doubt } = judgeScan(scan, neighboursOf(taker))
  const rest = doubtful.filter((one) => !isPart(one.code, code))
  if (doubt !== null || rest.length === doubtful.length) return false
  setDoubtful(rest)
  return true
}

/** Passes the label of a place to the component that registered last for them; returns whether it did. */
export function givePlaceScan(code: string): boolean {
  const placeId = placeOfLabel(code)
  const take = placeTakers.at(-1)
  if (placeId === null || take === undefined) return false
  take(placeId)
  return true
}

/**
 * Passes a scan to the component that registered last; returns false if there is none. If the component saves
 * tags, the person must first confirm a tag that may be truncated. The address on a label is never a tag.
 */
export const giveScan = (scan: Scan): boolean => scansIn(scan).map(giveOne).every(Boolean)

function giveOne(scan: Scan): boolean {
  if (placeOfLabel(scan.code) !== null) return givePlaceScan(scan.code)
  const taker = takers.at(-1)
  if (taker === undefined) return false
  if (taker.neighbours === undefined) {
    taker.take(judgeScan(scan).code)
    return true
  }
  if (isLabel(scan.code)) return false
  const { code, doubt } = judgeScan(scan, neighboursOf(taker))
  if (doubt === null) takeToSave(taker, code)
  else setDoubtful([...doubtful, { code, doubt, taker }])
  return true
}

/** Offers input of a text field that ended with Enter or Tab; returns true if it is taken as a scan. */
export const giveFieldScan: TakeFieldScan = (reading) =>
  (fieldTakers.at(-1)?.(reading) ?? false) || startSearchAgain(reading)

/** Whether a reader typed this into a free-text field: too fast for a person, or clearly a tag. */
export const isSurelyScanned = ({ code, usualGap }: Reading) =>
  /^[0-9a-f]{16,}$/i.test(code) || (usualGap <= 50 && /^(?=.*\d)\S{8,}$/.test(code))

/** A tag scanned into a search box replaces the previous search text. Enter keeps its effect. */
function startSearchAgain(reading: Reading<HTMLInputElement>): boolean {
  const { field, code, before } = reading
  if (!field?.matches('input[type=search], [data-search]') || before.trim() === '') return false
  // An odd number of digits is the rest of a tag that a long pause split: it stays appended to the field's
  // value.
  const isRest = judgeScan({ ...reading, head: '' }).doubt === 'odd'
  if (isSurelyScanned(reading) && !isRest) setFieldValue(field, code)
  return false
}

/** How the component that takes scans now would judge this one. */
export function judgeForTaker(scan: Scan) {
  const taker = takers.at(-1)
  return judgeScan(scan, taker === undefined ? [] : neighboursOf(taker))
}

/**
 * Sets the value as if typed: React ignores a value that was set through the setter it has put on the
 * element.
 */
export function setFieldValue(input: HTMLInputElement, value: string) {
  if (input.value === value) return
  const type = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Removes the keys of a scan from the text fields that received them; a field that was cleared meanwhile
 * stays empty.
 */
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
 * Takes scans outside of text fields while this component is mounted. Pass `neighbours` if the component
 * saves the tags: the tags to compare a new one with.
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

/** Takes the scanned labels of places while this component is mounted. */
export function usePlaceScans(take: TakePlace) {
  const latest = useEffectEvent(take)
  useTaker(placeTakers, () => (placeId) => latest(placeId))
}

/** Is offered the input of any text field that ended with Enter or Tab, while this component is mounted. */
export function useFieldScans(take: TakeFieldScan) {
  const latest = useEffectEvent(take)
  useTaker(fieldTakers, () => (reading) => latest(reading))
}
