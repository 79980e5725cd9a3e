import { Group, Loader } from '@mantine/core'
import { m } from '#texts'

/** The loading text with a spinner, also announced to screen readers. */
export function Loading({ text = m.common_loading() }: { text?: string }) {
  return (
    <Group gap="xs" role="status" c="dimmed" fz="sm">
      <Loader size={16} aria-hidden="true" />
      {text}
    </Group>
  )
}
