import { useEffect, useEffectEvent } from 'react'

/** What Esc closes, the last one on top. */
const open: (() => void)[] = []

/** A list that is unfolded in a field takes Esc for itself, and marks the field so. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

/** Esc empties a search box first, which the box does by itself, and then leaves it. */
function leaveSearch(target: EventTarget | null) {
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value === '') target.blur()
}

globalThis.addEventListener?.(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return
    if (open.length > 0) open.at(-1)?.()
    else leaveSearch(event.target)
  },
  { capture: true },
)

/** Esc closes what was opened last, and that alone: of dialogs above each other each would hear the key. */
export function useEscape(onEscape: () => void, isOpen = true) {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const own = () => close()
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [isOpen])
}
