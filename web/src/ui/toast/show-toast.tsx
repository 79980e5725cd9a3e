import { Button, Group } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { m } from '#texts'

const closeButtonProps = {
  get 'aria-label'() {
    return m.common_close()
  },
}

export type Action = { text: string; run: () => void }

const withAction = (message: string, { text, run }: Action, close: () => void) => (
  <Group component="span" gap="sm" justify="space-between" wrap="nowrap">
    <span>{message}</span>
    <Button
      variant="default"
      size="compact-sm"
      flex="none"
      onClick={() => {
        close()
        run()
      }}
    >
      {text}
    </Button>
  </Group>
)

let shown: string | undefined

/** One toast at a time: a new one replaces the previous. Toasts that follow a running job are separate. */
function show(toast: NotificationData): string {
  if (shown !== undefined) notifications.hide(shown)
  shown = notifications.show({ withBorder: true, ...toast, closeButtonProps })
  return shown
}

/** A toast with an action stays longer, so that there is time to use it. */
export function showSuccess(message: string, action?: Action) {
  const id = show({
    message: action ? withAction(message, action, () => notifications.hide(id)) : message,
    role: 'status',
    color: 'teal',
    icon: <IconCheck size={18} />,
    ...(action && { autoClose: 10_000 }),
  })
}

/** The reason is below the title. */
export function showFailure(message: string, reason?: string, action?: Action) {
  const text = reason ? reason : message
  const id = show({
    ...(reason && { title: message }),
    message: action ? withAction(text, action, () => notifications.hide(id)) : text,
    color: 'red',
    icon: <IconAlertCircle size={18} />,
    autoClose: 10_000,
    // Below a title, Mantine's grey has too little contrast.
    styles: { description: { color: 'var(--mantine-color-dimmed)' } },
  })
}
