import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { m } from '#texts'

const closeButtonProps = {
  get 'aria-label'() {
    return m.common_close()
  },
}

/** Short news that needs no answer. Validation and load failures stay on the page instead. */
export const toast = {
  success: (message: string) =>
    notifications.show({ message, color: 'teal', icon: <IconCheck size={18} />, closeButtonProps }),
  /** The reason stands beneath what failed. */
  failure: (message: string, reason?: string) =>
    notifications.show({
      ...(reason ? { title: message, message: reason } : { message }),
      color: 'red',
      icon: <IconAlertCircle size={18} />,
      autoClose: 10_000,
      closeButtonProps,
      // Beneath a title the component's own grey is too pale to read.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    }),
}
