import { useEffect, useEffectEvent } from 'react'

/** Callbacks of everything that Esc closes, the topmost last. */
const open: (() => void)[] = []

/** An open dropdown handles Esc itself; Mantine marks its input with this attribute. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

/** Esc first clears a search box, which the box does itself, and then leaves it. */
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

/** Esc closes only the topmost dialog. Without this, each of several stacked dialogs would handle the key. */
export function useEscape(onEscape: () => void, isOpen = true) {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const own = () => close()
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [isOpen])
}
