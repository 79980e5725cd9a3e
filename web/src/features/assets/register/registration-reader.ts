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
  /** The tag that was set by a scan or confirmed with Enter: further input in the box is another tag. */
  entered: RefObject<string>
  /** Recently registered and waiting tags, to compare a new one with. */
  neighbours: () => Neighbours
  onScan: (tag: string) => void
}

/**
 * Takes scans anywhere on the form. A reader's Enter would submit an incomplete form, and its characters
 * would be appended to the field with the focus. So the scan is taken out and the field gets its previous
 * value back.
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
 * A complete tag that was typed by hand is left to the form. A tag that may be truncated, lost a part when
 * the form was reset, or follows another one in the box is taken as a scan.
 */
function takeFromBox(reading: Reading<HTMLInputElement>, box: HTMLInputElement, entered: string): boolean {
  const { code, before, end } = reading
  const isNext = before.trim() !== '' && before === entered
  const scan = { code, end, head: isNext ? '' : before.trim() }
  const judged = judgeForTaker(scan)
  const isWhole = !isNext && box.value.trim() === judged.code && judged.doubt === null
  if (isWhole && (reading.longestGap > fastGap || end === 'tab')) return false
  takeOutOfFields(reading)
  // The box contains the first part of the same tag.
  if (judged.code !== code) setFieldValue(box, '')
  return giveScan(scan)
}

export function firstMissing(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const needed = form?.querySelectorAll<HTMLInputElement>('[aria-required="true"]') ?? []
  return [...needed].find((input) => input !== tagBox && input.value.trim() === '')
}

/** Moves the focus to the next empty required field, or to the submit button. */
export function focusNext(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const next = firstMissing(form, tagBox) ?? form?.querySelector<HTMLElement>('[type="submit"]')
  next?.focus()
}
