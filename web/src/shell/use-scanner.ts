import { useEffect, useEffectEvent } from 'react'
import { keyboardWedge } from '#kernel/keyboard-wedge.ts'
import { giveScan } from '#kernel/scans.ts'

const textField =
  'input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit]), textarea, select, [contenteditable=true]'
/** A dialog that waits for an answer; a panel that only shows something does not hinder a scan. */
const question = '[role=dialog] :is(form, [data-autofocus])'
/** A lone key opens the box only once it is clear that no reader is typing. */
const lonely = 120

type Props = { enabled: boolean; onKey: () => void; onScan: (code: string) => void }

/** Listens for readers that type outside of text fields, and for the S key that opens the scan box. */
export function useScanner({ enabled, onKey, onScan }: Props) {
  const openByKey = useEffectEvent(onKey)
  const look = useEffectEvent(onScan)
  useEffect(() => {
    if (!enabled) return
    const reader = keyboardWedge()
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer)
      if (isElsewhere(event)) return reader.forget()
      const code = reader.read(event.key, event.timeStamp)
      const hindered = document.querySelector(question) !== null
      if (event.key.toLowerCase() === 's' && reader.length() === 1 && !hindered) {
        timer = setTimeout(openByKey, lonely)
      }
      // Within a run the keys are the reader's: they press no button and open no search.
      if (code === null && reader.length() < 2) return
      event.preventDefault()
      event.stopPropagation()
      if (code !== null && !hindered && !giveScan(code)) look(code)
    }
    globalThis.addEventListener('keydown', listen, { capture: true })
    return () => {
      clearTimeout(timer)
      globalThis.removeEventListener('keydown', listen, { capture: true })
    }
  }, [enabled])
}

const isElsewhere = ({ target, ctrlKey, altKey, metaKey, repeat, isComposing }: KeyboardEvent) =>
  ctrlKey ||
  altKey ||
  metaKey ||
  repeat ||
  isComposing ||
  (target instanceof Element && target.closest(textField) !== null)
