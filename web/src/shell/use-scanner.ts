// Why it is built this way: docs/decisions/032-scans-and-the-camera.md

import { isLabel } from '@ats/contract/label-address.ts'
import { useEffect, useEffectEvent } from 'react'
import { areLetterKeysOn } from '#kernel/device/letter-keys.ts'
import { isGoing } from '#kernel/scanner/go-keys.ts'
import { keyboardWedge, longPause, type Reading } from '#kernel/scanner/keyboard-wedge.ts'
import { judgeScan } from '#kernel/scanner/scan-doubt.ts'
import {
  answerByScan,
  giveFieldScan,
  giveScan,
  isAsking,
  isScanHindered,
  isSurelyScanned,
  type Scan,
  takeOutOfFields,
} from '#kernel/scanner/scans.ts'

const textField =
  'input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit]), textarea, select, [contenteditable=true]'
/** A single key opens the box only once it is certain that no reader is typing, not even a slow one. */
const lonely = 260
/** How often to check whether the question that blocks a scan has been answered. */
const patience = 200

type Props = {
  enabled: boolean
  onKey: () => void
  onScan: (code: string) => void
  /** A scan is held until a question is answered. */
  onHeld: (code: string) => void
}

/** Listens for readers that type outside of text fields, and for the S key, which opens the scan box. */
export function useScanner({ enabled, onKey, onScan, onHeld }: Props) {
  const openByKey = useEffectEvent(onKey)
  const look = useEffectEvent((scan: Scan) => giveScan(scan) || onScan(judgeScan(scan).code))
  const hold = useEffectEvent(onHeld)
  useEffect(() => {
    if (!enabled) return
    const reader = keyboardWedge<HTMLInputElement>()
    const lone = afterQuiet(lonely, () => openByKey())
    const scans = heldScans({ look: (scan) => look(scan), hold: (code) => hold(code) })
    const quiet = afterQuiet(longPause, () => {
      const reading = reader.pause(performance.now())
      if (reading !== null) scans.give(reading)
    })
    const listen = (event: KeyboardEvent) => {
      lone.forget()
      if (isNoCharacter(event)) return reader.forget()
      const field = fieldOf(event.target)
      if (event.repeat) return reader.isReading() && event.preventDefault()
      const reading = reader.read(event.key, event.timeStamp, field)
      quiet.begin(event.timeStamp)
      if (reading !== null && reading.field !== null) {
        if (isLabelInField(reading)) {
          keep(event)
          takeOutOfFields(reading)
          scans.give(reading)
        } else if (giveFieldScan(reading)) keep(event)
        return
      }
      if (field === null && isScanKey(event) && reader.length() === 1 && !isScanHindered())
        lone.begin(event.timeStamp)
      // During a run the keys come from the reader and must not trigger buttons or shortcuts.
      if (reading !== null || reader.isReading()) keep(event)
      if (reading === null) return
      takeOutOfFields(reading)
      scans.give(reading)
    }
    const click = () => reader.forget()
    globalThis.addEventListener('keydown', listen, { capture: true })
    globalThis.addEventListener('pointerdown', click, { capture: true })
    return () => {
      lone.forget()
      quiet.forget()
      scans.end()
      globalThis.removeEventListener('keydown', listen, { capture: true })
      globalThis.removeEventListener('pointerdown', click, { capture: true })
    }
  }, [enabled])
}

/** The address on a label is taken out of a text field again: nobody searches for it. */
const isLabelInField = (reading: Reading<HTMLInputElement>) =>
  isSurelyScanned(reading) && isLabel(reading.code)

const isScanKey = ({ key, timeStamp }: KeyboardEvent) =>
  key.toLowerCase() === 's' && areLetterKeysOn() && !isGoing(timeStamp)

function keep(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Waits a moment after a key. If the timer fires late, the page was busy and more keys may be queued, so it
 * waits again.
 */
function afterQuiet(ms: number, act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (at: number) => {
    clearTimeout(timer)
    const wasBusy = () => performance.now() - at > 2 * ms
    timer = setTimeout(() => {
      if (wasBusy()) timer = setTimeout(act, ms)
      else act()
    }, ms)
  }
  return { begin, forget: () => clearTimeout(timer) }
}

/** Passes scans on in order; while a question is open, they are held until it is answered. */
function heldScans({ look, hold }: { look: (scan: Scan) => void; hold: (code: string) => void }) {
  const held: Scan[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  const end = () => clearInterval(timer)
  const release = () => {
    // One of them may raise a question; the others wait for its answer too.
    while (held.length > 0 && !isScanHindered() && !isAsking()) {
      const scan = held.shift()
      if (scan !== undefined) look(scan)
    }
    if (held.length === 0) end()
  }
  return {
    give(scan: Scan) {
      const isAnswer = answerByScan(scan)
      if (held.length === 0 && !isAnswer && !isScanHindered() && !isAsking()) return look(scan)
      held.push(scan)
      if (!isAnswer) hold(scan.code)
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
