import { useEffect, useEffectEvent } from 'react'

/** What Esc acts on, the first last: a panel stays until the selection of its list is cleared. */
const order = ['panel', 'selection', 'dialog'] as const
type Level = (typeof order)[number]

/** Callbacks of everything that Esc closes or clears, the topmost of a level last. */
const open: { level: Level; close: (event: KeyboardEvent) => void }[] = []

/** A menu, or a panel that covers the list, closes before the selection behind it is cleared. */
const isOnScreen = (target: EventTarget | null) =>
  target instanceof Element &&
  document.querySelector('[aria-modal=true]') === null &&
  target.closest('[role=menu], [role=dialog]') === null &&
  target.getAttribute('aria-expanded') !== 'true'

const topmost = (target: EventTarget | null) =>
  order
    .filter((level) => level !== 'selection' || isOnScreen(target))
    .map((level) => open.findLast((one) => one.level === level))
    .findLast((one) => one !== undefined)

/** An open dropdown handles Esc itself; Mantine marks its input with this attribute. */
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

const textField = 'input:not([type=checkbox], [type=radio]), textarea'
const isSearchWithText = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

/** The field that Esc leaves, after the field has handled the key itself. */
let leaving: HTMLElement | null = null

function handleEscape(event: KeyboardEvent) {
  const { target } = event
  const top = topmost(target)
  if (top?.level === 'dialog') return top.close(event)
  const isField = target instanceof HTMLElement && target.matches(textField)
  // A search box with a text clears itself first.
  if (isField) leaving = isSearchWithText(target) ? null : target
  else top?.close(event)
}

globalThis.addEventListener?.(
  'keydown',
  (event) => {
    leaving = null
    if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return
    handleEscape(event)
  },
  { capture: true },
)
globalThis.addEventListener?.('keydown', (event) => {
  if (leaving === event.target && !event.defaultPrevented) leaving?.blur()
})

/**
 * Esc leaves a text field, then clears a selection, then closes a panel; above them it closes the topmost
 * dialog only.
 */
export function useEscape(onEscape: (event: KeyboardEvent) => void, isOpen = true, level: Level = 'dialog') {
  const close = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOpen) return
    const own = { level, close: (event: KeyboardEvent) => close(event) }
    open.push(own)
    return () => void open.splice(open.indexOf(own), 1)
  }, [isOpen, level])
}
