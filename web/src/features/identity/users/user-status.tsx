import type { User } from '@ats/contract/identity/users.ts'
import { ColorSwatch, Group } from '@mantine/core'
import { m } from '#texts'

const shown = {
  active: { text: m.users_status_active, color: 'var(--mantine-color-teal-6)' },
  disabled: { text: m.users_status_disabled, color: 'var(--mantine-color-gray-5)' },
}

export const statusChoices = () => [
  { value: 'active', label: m.users_status_active() },
  { value: 'disabled', label: m.users_status_disabled() },
]

export function UserStatus({ status }: { status: User['status'] }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <ColorSwatch
        component="span"
        size={8}
        color={shown[status].color}
        withShadow={false}
        aria-hidden="true"
      />
      {shown[status].text()}
    </Group>
  )
}
