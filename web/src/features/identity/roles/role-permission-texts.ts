import type { Role } from '@ats/contract/identity/roles.ts'
import { type Permission, permissions } from '@ats/contract/permissions.ts'
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

export const permissionHints = ({ permissions: granted }: Role) =>
  permissions.filter((one) => granted.includes(one)).map((one) => permissionTexts[one].hint())
