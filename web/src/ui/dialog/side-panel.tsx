import { CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { small, wide } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { useEscape } from './escape.ts'
import { useReturnFocus } from './return-focus.ts'
import classes from './side-panel.module.css'

type Props = { title: string; titleClass: string; onClose: () => void; children: ReactNode }

/** A record in a panel next to the screen, or over it on narrow windows. */
export function SidePanel(props: Props) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  useReturnFocus(useOpenRow())
  return isWide ? <Beside {...props} /> : <Over {...props} />
}

/** The row of the record in the panel, which changes while a person steps through the list. */
function useOpenRow() {
  const row = useRef<Element>(null)
  useEffect(() => {
    row.current = document.querySelector('[data-open]') ?? row.current
  })
  return row
}

function Over({ title, titleClass, onClose, children }: Props) {
  useEscape(onClose, true, 'panel')
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened
      data-side-panel="over"
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={isSmall ? '100%' : 540}
      title={title}
      classNames={{ title: titleClass }}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Drawer>
  )
}

/** Menus and popovers of the screen use Esc themselves. */
const usesEscape = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu], [role=dialog]:not([data-side-panel])') !== null

/** The screen makes space for it and stays usable, so it neither covers the screen nor keeps the focus. */
function Beside({ title, titleClass, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEscape(({ target }) => usesEscape(target) || onClose(), true, 'panel')
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={panel}
      className={classes.beside}
      role="dialog"
      aria-modal="false"
      aria-labelledby={id}
      data-side-panel="beside"
      tabIndex={-1}
    >
      <div className={classes.head}>
        <h2 id={id} className={titleClass}>
          {title}
        </h2>
        <CloseButton aria-label={m.common_close()} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
