import type { Role } from '@ats/contract/identity/roles.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { Badge, Group, Text } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { permissionTexts } from './role-permission-texts.ts'

const plain = { radius: 'sm', tt: 'none', fw: 500, px: 7 } as const

/** A role's name, marked if it is a standard role or sees every place. */
export function RoleName({ role }: { role: Role }) {
  return (
    <Group gap={6}>
      <span>{shownName(role.name)}</span>
      {role.builtIn && (
        <Badge variant="default" {...plain} title={m.roles_not_deletable()}>
          {m.roles_standard()}
        </Badge>
      )}
      {role.everywhere && (
        <IconWorld size={18} stroke={1.6} role="img" aria-label={m.roles_everywhere()}>
          <title>{m.roles_everywhere_hint()}</title>
        </IconWorld>
      )}
    </Group>
  )
}

/** The permissions of a role, in the order of the form. */
export function PermissionBadges({ role }: { role: Role }) {
  const granted = permissions.filter((permission) => role.permissions.includes(permission))
  return (
    <Group gap={4}>
      {granted.map((permission) => (
        <Badge key={permission} variant="light" {...plain}>
          {permissionTexts[permission].label()}
        </Badge>
      ))}
      {granted.length === 0 && (
        <Text span size="sm" c="dimmed">
          {m.roles_no_permissions()}
        </Text>
      )}
    </Group>
  )
}
