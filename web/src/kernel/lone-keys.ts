import { useEffect, useEffectEvent } from 'react'

/** A reader's next key comes sooner than this. */
const lonelyMs = 120
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

const isTyped = ({ target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) =>
  ctrlKey ||
  altKey ||
  metaKey ||
  isComposing ||
  (target instanceof Element && target.closest(typing) !== null)

/**
 * Acts on single keys that are pressed outside of text fields. A reader may type the same letters anywhere, so a key
 * counts once it is clear that no other follows at a reader's pace. `enabled` is asked when a key is pressed.
 */
export function useLoneKeys(keys: Record<string, () => void>, enabled: () => boolean) {
  const act = useEffectEvent((key: string) => keys[key]?.())
  const isWanted = useEffectEvent((key: string) => keys[key] !== undefined && enabled())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer)
      if ([...event.key].length !== 1) return
      const isAlone = event.timeStamp - last > lonelyMs
      last = event.timeStamp
      if (isTyped(event) || !isWanted(event.key)) return
      // No reader holds a key down.
      if (event.repeat) act(event.key)
      else if (isAlone) timer = setTimeout(act, lonelyMs, event.key)
    }
    globalThis.addEventListener('keydown', listen, { capture: true })
    return () => {
      clearTimeout(timer)
      globalThis.removeEventListener('keydown', listen, { capture: true })
    }
  }, [])
}

/** Nothing lies over the screen. */
export const isScreenInFront = () => document.querySelector('[role=dialog]') === null
