import { Button, Text } from '@mantine/core'
import { m } from '#texts'
import { Dialog, DialogButtons } from './dialog.tsx'

export type Question = {
  title: string
  question: string
  action: string
  cancel?: string
  /** The action cannot be undone. */
  danger?: boolean
}

/** The question may be opened from another dialog or a panel. */
const aboveDialogs = 350

export function ConfirmDialog({
  question: { title, question, action, cancel, danger = false },
  onAnswer,
}: {
  question: Question
  onAnswer: (yes: boolean) => void
}) {
  return (
    <Dialog onClose={() => onAnswer(false)} zIndex={aboveDialogs} title={title}>
      <Text>{question}</Text>
      <DialogButtons>
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {cancel ?? m.common_cancel()}
        </Button>
        <Button {...(danger && { color: 'red' })} onClick={() => onAnswer(true)}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
