import type { RefObject } from 'react'
import { fastGap, type Reading } from '#kernel/keyboard-wedge.ts'
import { useFieldScans, useScans } from '#kernel/scans.ts'

/** No person types a code at this pace, so it was scanned with the focus in a field that holds names. */
const surelyScanned = ({ code, longestGap }: Reading) => longestGap <= 50 && /^(?=.*\d)\S{8,}$/.test(code)

type Props = {
  form: RefObject<HTMLFormElement | null>
  tagBox: RefObject<HTMLInputElement | null>
  /** The tag that was put into the box or ended with Enter: what is typed behind it is another one. */
  entered: RefObject<string>
  onScan: (tag: string) => void
}

/**
 * Takes scans anywhere on the form. What a reader types ends with Enter, which would send the form half filled; and typed
 * into the tag box or a name, it would stand behind what is there: the field gets back what it held before.
 */
export function useReader({ form, tagBox, entered, onScan }: Props) {
  useScans(onScan)
  useFieldScans((reading) => {
    const { field, before, code, longestGap } = reading
    if (field === null) return false
    const isFast = longestGap <= fastGap
    if (field.matches('[data-tag-box]')) {
      const isNext = before.trim() !== '' && (isFast || before === entered.current)
      if (!isNext && !(isFast && before.trim() === '')) return false
      // Keys before a hitch stand in the box alone; keys that came while the focus moved only in what was read.
      const typed = isNext ? '' : field.value.trim()
      setValue(tagBox.current, before)
      onScan(typed.length > code.length ? typed : code)
      return true
    }
    const holdsNames = field.form === form.current && field.getAttribute('role') === 'combobox'
    if (!holdsNames || !surelyScanned(reading)) return false
    setValue(field, before)
    onScan(code)
    return true
  })
}

/** As if typed: React hears only of values that it did not set itself. */
function setValue(input: HTMLInputElement | null, value: string) {
  if (input === null) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
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
