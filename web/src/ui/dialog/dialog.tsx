import { Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#texts'
import { useEscape } from './escape.ts'
import { useReturnFocus } from './return-focus.ts'

type DialogProps = Omit<ModalProps, 'opened'> & {
  /** False while it has no content to show yet. */
  opened?: boolean
}

/** A dialog that is mounted only while it is open. Returns the focus when it closes. */
export function Dialog({ opened = true, closeOnEscape = true, ...props }: DialogProps) {
  useReturnFocus()
  useEscape(() => closeOnEscape && props.onClose(), opened)
  return (
    <Modal
      opened={opened}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
      {...props}
    />
  )
}

/** The buttons of a dialog: Cancel first, the action last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" mt="lg">
      {children}
    </Group>
  )
}
