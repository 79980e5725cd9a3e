import type { RefObject } from 'react'
import { fastGap, type Reading } from '#kernel/scanner/keyboard-wedge.ts'
import type { Neighbours } from '#kernel/scanner/scan-doubt.ts'
import {
  giveScan,
  isSurelyScanned,
  judgeForTaker,
  setFieldValue,
  takeOutOfFields,
  useFieldScans,
  useScans,
} from '#kernel/scanner/scans.ts'

type Props = {
  form: RefObject<HTMLFormElement | null>
  /** The tag that was put into the box or ended with Enter: what is typed behind it is another one. */
  entered: RefObject<string>
  /** Tags that were registered lately or wait: a new one is compared with them. */
  neighbours: () => Neighbours
  onScan: (tag: string) => void
}

/**
 * Takes scans anywhere on the form. What a reader types ends with Enter, which would send the form half filled; and typed
 * into the tag box or a name, it would stand behind what is there: the field gets back what it held before.
 */
export function useReader({ form, entered, neighbours, onScan }: Props) {
  useScans(onScan, neighbours)
  useFieldScans((reading) => {
    const { field } = reading
    if (field === null) return false
    if (field.matches('[data-tag-box]')) return takeFromBox(reading, field, entered.current)
    const holdsNames = field.form === form.current && field.getAttribute('role') === 'combobox'
    if (!holdsNames || !isSurelyScanned(reading)) return false
    takeOutOfFields(reading)
    return giveScan(reading)
  })
}

/**
 * Typed by hand, and whole in the box, a tag is left to the form. A tag that may be cut, lost a part when the form was emptied, or
 * follows another one in the box is a scan.
 */
function takeFromBox(reading: Reading<HTMLInputElement>, box: HTMLInputElement, entered: string): boolean {
  const { code, before, end } = reading
  const isNext = before.trim() !== '' && before === entered
  const scan = { code, end, head: isNext ? '' : before.trim() }
  const judged = judgeForTaker(scan)
  const isWhole = !isNext && box.value.trim() === judged.code && judged.doubt === null
  if (isWhole && (reading.longestGap > fastGap || end === 'tab')) return false
  takeOutOfFields(reading)
  // What was there is the first part of the same tag.
  if (judged.code !== code) setFieldValue(box, '')
  return giveScan(scan)
}

export function firstMissing(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const needed = form?.querySelectorAll<HTMLInputElement>('[aria-required="true"]') ?? []
  return [...needed].find((input) => input !== tagBox && input.value.trim() === '')
}

/** To the next field that is needed, else to the button that sends the form. */
export function focusNext(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const next = firstMissing(form, tagBox) ?? form?.querySelector<HTMLElement>('[type="submit"]')
  next?.focus()
}
