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

/** One at a time: what was said before is over when there is something new. What follows work under way stays beside it. */
function show(toast: NotificationData): string {
  if (shown !== undefined) notifications.hide(shown)
  shown = notifications.show({ withBorder: true, ...toast, closeButtonProps })
  return shown
}

/** With an action it stays a little longer, so that there is time to take it. */
export function showSuccess(message: string, action?: Action) {
  const id = show({
    message: action ? withAction(message, action, () => notifications.hide(id)) : message,
    role: 'status',
    color: 'teal',
    icon: <IconCheck size={18} />,
    ...(action && { autoClose: 10_000 }),
  })
}

/** The reason stands beneath what failed. */
export function showFailure(message: string, reason?: string) {
  show({
    ...(reason ? { title: message, message: reason } : { message }),
    color: 'red',
    icon: <IconAlertCircle size={18} />,
    autoClose: 10_000,
    // Beneath a title the component's own grey is too pale to read.
    styles: { description: { color: 'var(--mantine-color-dimmed)' } },
  })
}
