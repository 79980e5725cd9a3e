import type { Role } from '@ats/contract/identity/roles.ts'
import { type Permission, permissions } from '@ats/contract/permissions.ts'
import { Badge, Group, Text } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { shownName } from '#kernel/seeded-names.ts'
import { m } from '#texts'

export const permissionTexts: Record<Permission, { label: () => string; hint: () => string }> = {
  'user-management': {
    label: m.roles_permission_user_management,
    hint: m.roles_permission_user_management_hint,
  },
  master: { label: m.roles_permission_master, hint: m.roles_permission_master_hint },
  'manage-asset': { label: m.roles_permission_manage_asset, hint: m.roles_permission_manage_asset_hint },
  reports: { label: m.roles_permission_reports, hint: m.roles_permission_reports_hint },
}

/** What a role lets people do, in words. */
export const permissionHints = ({ permissions: granted }: Role) =>
  permissions.filter((one) => granted.includes(one)).map((one) => permissionTexts[one].hint())

const plain = { radius: 'sm', tt: 'none', fw: 500, px: 7 } as const

/** A role's name, and what sets it apart. */
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

/** What a role grants, in the order the form asks for it. */
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
