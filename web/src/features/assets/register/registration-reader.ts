import { type RefObject, useEffect, useEffectEvent } from 'react'
import { keyboardWedge } from '#kernel/keyboard-wedge.ts'
import { useScans } from '#kernel/scans.ts'

/** A stutter at the start of a scan, when the browser is busy, does not cut off its first characters. */
const oneScan = 500

type Readings = { scanned: string | null; typed: string | null }

type Props = {
  form: RefObject<HTMLFormElement | null>
  tagBox: RefObject<HTMLInputElement | null>
  /** Puts a scanned tag into the tag box, in place of what is there. */
  onTag: (tag: string) => void
}

/**
 * What a reader types ends with Enter, which would send the form half filled: here it goes on to the next field
 * that is needed. Somebody who types the tag by hand and presses Enter sends the form once nothing is missing.
 */
export function useReader({ form, tagBox, onTag }: Props) {
  useScans((tag) => {
    onTag(tag)
    goOn(form.current, tagBox.current)
  })

  const take = useEffectEvent((event: KeyboardEvent, { scanned, typed }: Readings) => {
    const inTagBox = event.target === tagBox.current
    if (event.key !== 'Enter' || (scanned === null && !inTagBox)) return
    if (scanned === null && firstMissing(form.current, tagBox.current) === undefined) return
    event.preventDefault()
    if (scanned !== null && inTagBox && typed !== null) onTag(typed)
    goOn(form.current, tagBox.current)
  })
  useEffect(() => {
    const element = form.current
    const strict = keyboardWedge()
    const patient = keyboardWedge(oneScan)
    const listen = (event: KeyboardEvent) => {
      const read = (reader: typeof strict) => reader.read(event.key, event.timeStamp)
      take(event, { scanned: read(strict), typed: read(patient) })
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [form])
}

function firstMissing(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const needed = form?.querySelectorAll<HTMLInputElement>('[aria-required="true"]') ?? []
  return [...needed].find((input) => input !== tagBox && input.value.trim() === '')
}

function goOn(form: HTMLFormElement | null, tagBox: HTMLElement | null) {
  const next = firstMissing(form, tagBox) ?? form?.querySelector<HTMLElement>('[type="submit"]')
  next?.focus()
}
