import { useEffect, useEffectEvent } from 'react'

/** The next key of a reader, even of a slow one, comes sooner than this. */
const lonelyMs = 160
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isTyped = ({ target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) =>
  ctrlKey ||
  altKey ||
  metaKey ||
  isComposing ||
  (target instanceof Element && target.closest(typing) !== null)

type Keys = {
  /** What each key does. */
  acts: Record<string, () => void>
  /** Keys that people press again and again; a reader that does so, too, does no harm with them. */
  tapped?: string
  /** Asked when a key is pressed. */
  enabled: () => boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>

/**
 * Watches keys one by one for those that a person presses. A reader may type the same letters anywhere, so a key counts
 * once it is clear that no other follows at a reader's pace.
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
    /** `isWanted`: the key does something where it was pressed. */
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
      // No reader holds a key down.
      if (repeat) return run(key)
      if (!isAlone && !isAgain) return
      waiting = key
      timer = setTimeout(run, lonelyMs, key)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Acts on single keys that a person presses outside of text fields. */
export function useLoneKeys({ acts, tapped = '', enabled }: Keys) {
  const act = useEffectEvent((key: string) => acts[key]?.())
  const isTapped = useEffectEvent((key: string) => tapped.includes(key))
  const isWanted = useEffectEvent(
    (event: KeyboardEvent) => acts[event.key] !== undefined && !isTyped(event) && enabled(),
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

/** Nothing lies over the screen. */
export const isScreenInFront = () => document.querySelector('[role=dialog]') === null
