import { type RefObject, useEffect, useEffectEvent } from 'react'
import { burstReader } from '#kernel/burst.ts'
import { useScans } from '#kernel/scans.ts'

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
  const takeTag = (tag: string) => {
    onTag(tag)
    goOn(form.current, tagBox.current)
  }
  useScans(takeTag)

  const read = useEffectEvent((reader: ReturnType<typeof burstReader>, event: KeyboardEvent) => {
    const scanned = reader.read(event.key, event.timeStamp)
    const inTagBox = event.target === tagBox.current
    if (event.key !== 'Enter' || (scanned === null && !inTagBox)) return
    if (scanned === null && firstMissing(form.current, tagBox.current) === undefined) return
    event.preventDefault()
    if (scanned !== null && inTagBox) takeTag(scanned)
    else goOn(form.current, tagBox.current)
  })
  useEffect(() => {
    const element = form.current
    const reader = burstReader()
    const listen = (event: KeyboardEvent) => read(reader, event)
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
