import { useEffect, useEffectEvent } from 'react'
import { keyboardWedge } from '#kernel/keyboard-wedge.ts'
import { giveFieldScan, giveScan, isScanHindered } from '#kernel/scans.ts'

const textField =
  'input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit]), textarea, select, [contenteditable=true]'
/** A lone key opens the box only once it is clear that no reader is typing, not even a slow one. */
const lonely = 260
/** How often to look whether a question is answered that a scan waits behind. */
const patience = 200

type Props = {
  enabled: boolean
  onKey: () => void
  onScan: (code: string) => void
  /** A scan waits until a question is answered. */
  onHeld: (code: string) => void
}

/** Listens for readers that type outside of text fields, and for the S key that opens the scan box. */
export function useScanner({ enabled, onKey, onScan, onHeld }: Props) {
  const openByKey = useEffectEvent(onKey)
  const look = useEffectEvent((code: string) => giveScan(code) || onScan(code))
  const hold = useEffectEvent(onHeld)
  useEffect(() => {
    if (!enabled) return
    const reader = keyboardWedge<HTMLInputElement>()
    const lone = loneKey(() => openByKey())
    const scans = heldScans({ look: (code) => look(code), hold: (code) => hold(code) })
    const listen = (event: KeyboardEvent) => {
      lone.forget()
      if (isNoCharacter(event)) return reader.forget()
      const field = fieldOf(event.target)
      const isReading = reader.isReading()
      if (event.repeat) return isReading && event.preventDefault()
      const reading = reader.read(event.key, event.timeStamp, field)
      if (reading !== null && reading.field !== null) {
        if (giveFieldScan(reading)) keep(event)
        return
      }
      if (field === null && event.key.toLowerCase() === 's' && reader.length() === 1 && !isScanHindered())
        lone.press(event.timeStamp)
      // Within a run the keys are the reader's: they press no button and open no search.
      if (reading !== null || reader.isReading()) keep(event)
      if (reading !== null) scans.give(reading.code)
    }
    const click = () => reader.forget()
    globalThis.addEventListener('keydown', listen, { capture: true })
    globalThis.addEventListener('pointerdown', click, { capture: true })
    return () => {
      lone.forget()
      scans.end()
      globalThis.removeEventListener('keydown', listen, { capture: true })
      globalThis.removeEventListener('pointerdown', click, { capture: true })
    }
  }, [enabled])
}

function keep(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Waits a moment after a key; a timer that is late itself says that the page was busy and keys may wait, too. */
function loneKey(open: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    press(at: number) {
      const wasBusy = () => performance.now() - at > 2 * lonely
      timer = setTimeout(() => {
        if (wasBusy()) timer = setTimeout(open, lonely)
        else open()
      }, lonely)
    },
    forget: () => clearTimeout(timer),
  }
}

/** Gives scans on in their order; those that come while a question is open wait for the answer. */
function heldScans({ look, hold }: { look: (code: string) => void; hold: (code: string) => void }) {
  const held: string[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  const end = () => clearInterval(timer)
  const release = () => {
    if (isScanHindered()) return
    end()
    for (const code of held.splice(0)) look(code)
  }
  return {
    give(code: string) {
      if (held.length === 0 && !isScanHindered()) return look(code)
      held.push(code)
      hold(code)
      end()
      timer = setInterval(release, patience)
    },
    end,
  }
}

/** Null outside of text fields. */
const fieldOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLInputElement>(textField) : null

const isNoCharacter = ({ ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) =>
  ctrlKey || altKey || metaKey || isComposing
