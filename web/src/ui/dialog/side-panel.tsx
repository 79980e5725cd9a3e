import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { useEscape } from './escape.ts'
import { useReturnFocus } from './return-focus.ts'

type Props = { title: string; titleClass: string; onClose: () => void; children: ReactNode }

/** A record in a panel next to the screen, or over it on narrow windows. */
export function SidePanel({ title, titleClass, onClose, children }: Props) {
  useReturnFocus()
  useEscape(onClose)
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened
      data-side-panel
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
