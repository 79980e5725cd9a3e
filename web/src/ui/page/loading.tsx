import { Group, Loader } from '@mantine/core'
import { m } from '#texts'

/** The loading text, said to everyone and shown beside a small wheel. */
export function Loading({ text = m.common_loading() }: { text?: string }) {
  return (
    <Group gap="xs" role="status" c="dimmed" fz="sm">
      <Loader size={16} aria-hidden="true" />
      {text}
    </Group>
  )
}
