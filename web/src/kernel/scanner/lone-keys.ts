import { useEffect, useEffectEvent } from 'react'
import { areLetterKeysOn } from '#kernel/device/letter-keys.ts'
import { isGoing } from './go-keys.ts'

/** Longer than the gap between two keys of even a slow reader. */
const lonelyMs = 160
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isTyped = ({ target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) =>
  ctrlKey ||
  altKey ||
  metaKey ||
  isComposing ||
  (target instanceof Element && target.closest(typing) !== null)

/** Whether a key pressed here can be a shortcut: outside of text fields, and not switched off. */
export const isShortcut = (event: KeyboardEvent) => areLetterKeysOn() && !isTyped(event)

type Keys = {
  acts: Record<string, () => void>
  /** Keys that people press repeatedly. Their actions do no harm if a reader triggers them. */
  tapped?: string
  /** Called when a key is pressed. */
  enabled: () => boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>

/**
 * Detects single keys pressed by a person. A reader may type the same letters at any time, so a key counts
 * only once no other has followed at a reader's pace.
 */
export function loneKeys(act: (key: string) => void, isTapped: (key: string) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined
  let last = { key: '', at: Number.NEGATIVE_INFINITY }
  const run = (key: string) => {
    waiting = undefined
    act(key)
  }
  return {
    /** `isWanted`: the key has an action where it was pressed. */
    press({ key, timeStamp: at, repeat }: Pressed, isWanted: boolean) {
      clearTimeout(timer)
      const before = waiting
      waiting = undefined
      if ([...key].length !== 1) return
      const isAgain = key === last.key && isTapped(key)
      const isAlone = at - last.at > lonelyMs
      last = { key, at }
      if (!isWanted) return
      if (isAgain && before === key) run(key)
      // A reader never holds a key down.
      if (repeat) return run(key)
      if (!isAlone && !isAgain) return
      waiting = key
      timer = setTimeout(run, lonelyMs, key)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Runs the actions of single keys that a person presses outside of text fields. */
export function useLoneKeys({ acts, tapped = '', enabled }: Keys) {
  const act = useEffectEvent((key: string) => acts[key]?.())
  const isTapped = useEffectEvent((key: string) => tapped.includes(key))
  const isWanted = useEffectEvent(
    (event: KeyboardEvent) =>
      acts[event.key] !== undefined && isShortcut(event) && !isGoing(event.timeStamp) && enabled(),
  )
  useEffect(() => {
    const keys = loneKeys(
      (key) => act(key),
      (key) => isTapped(key),
    )
    const listen = (event: KeyboardEvent) => keys.press(event, isWanted(event))
    globalThis.addEventListener('keydown', listen, { capture: true })
    return () => {
      keys.stop()
      globalThis.removeEventListener('keydown', listen, { capture: true })
    }
  }, [])
}

/** No dialog is open over the screen; a panel next to it does not count. */
export const isScreenInFront = () =>
  document.querySelector('[role=dialog]:not([data-side-panel="beside"])') === null

/** Only the panel is open: no dialog above it, and no form in it. */
export const isPanelInFront = () => document.querySelectorAll('[role=dialog]').length === 1

/** The panel is in front, and there are no selected rows next to it that a key would act on instead. */
export const isPanelActing = () =>
  isPanelInFront() && !(isScreenInFront() && document.querySelector('[data-bulk]') !== null)
