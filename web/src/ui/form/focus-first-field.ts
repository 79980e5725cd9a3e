import { type RefObject, useEffect } from 'react'
import { useIsTouch } from '#kernel/device/touch.ts'

const fields =
  'input:not([type=file], [type=checkbox], [type=radio], [type=hidden], [readonly], :disabled), textarea:not(:disabled)'

const isFree = () => document.activeElement === document.body || document.activeElement?.tagName === 'H1'

/**
 * A form that fills a screen gets the focus in its first field. Touch devices would open their keyboard, and a
 * scan needs no focus.
 */
export function useFocusFirstField(form: RefObject<HTMLFormElement | null>) {
  const isTouch = useIsTouch()
  useEffect(() => {
    if (isTouch || !isFree()) return
    const first = form.current?.querySelector<HTMLElement>(fields)
    if (first?.hasAttribute('data-tag-box') === false) first.focus({ preventScroll: true })
  }, [form, isTouch])
}
