import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#texts'
import { useReturnFocus } from './return-focus.ts'

export type Question = {
  title: string
  question: string
  action: string
  cancel?: string
  /** The action cannot be taken back. */
  danger?: boolean
}

/** The question may be asked from another dialog or a panel. */
const aboveDialogs = 350

export function ConfirmDialog({
  question: { title, question, action, cancel, danger = false },
  onAnswer,
}: {
  question: Question
  onAnswer: (yes: boolean) => void
}) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      zIndex={aboveDialogs}
      title={title}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      <Text mb="lg">{question}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {cancel ?? m.common_cancel()}
        </Button>
        <Button {...(danger && { color: 'red' })} onClick={() => onAnswer(true)}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
