import { Button, Group, Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { m } from '#texts'

type Question = {
  title: string
  question: string
  action: string
  cancel?: string
  /** The action cannot be taken back. */
  danger?: boolean
}
type Asked = Question & { answer: (yes: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function show(next: Asked | null) {
  asked?.answer(false)
  asked = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog and answers true only when the person chose the action. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((answer) => show({ ...question, answer }))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The question may be asked from another dialog or a panel. */
const aboveDialogs = 350

/** Stands once in the shell. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  const close = () => show(null)
  const accept = () => {
    question?.answer(true)
    close()
  }
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      zIndex={aboveDialogs}
      title={question?.title}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      <Text mb="lg">{question?.question}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {question?.cancel ?? m.common_cancel()}
        </Button>
        <Button {...(question?.danger && { color: 'red' })} onClick={accept}>
          {question?.action}
        </Button>
      </Group>
    </Modal>
  )
}
